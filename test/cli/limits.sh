#!/bin/sh
# Files that try to outlast the limits, and things that are no files: test/cli/limits.sh
#
# Each file in Lua would run for hours, or for ever. With --time 1s it ends with status 3 (or 2, where a mistake of its own ends it
# before); an interrupt ends it, too. A watchdog of a minute, not a measure, says whether something hangs.
set -u
grundy=${GRUNDY:-grundy}
watchdog=${WATCHDOG:-60}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# count STATUS NAME - a line for what was tried, in a file, since some of it is in pipes
count() {
    if [ "$1" = 0 ]; then echo passed >>"$dir/counts"; else echo failed >>"$dir/counts" && printf 'FAIL %s\n' "$2" && cat "$dir/errors"; fi
}

# ends NAME CODE ARGUMENT... - it ends by the limit of time, and says one line; a file of its own may end it first
ends() {
    name=$1
    shift
    timeout -k 5 "$watchdog" "$grundy" "$@" >"$dir/output" 2>"$dir/errors"
    code=$?
    { [ "$code" = 3 ] || [ "$code" = 2 ]; } && [ "$(wc -l <"$dir/errors")" = 1 ]
    count $? "$name: status $code"; [ -z "${SLOW:-}" ] || echo "$name $(date +%s.%N)"
}

# hostile NAME - a file from standard input, whose options are asked for
hostile() {
    cat >"$dir/$1.lua"
    ends "$1" value "lua(\"$dir/$1.lua\")" 3 --time 1s --memory 4G --no-store
}

# body NAME - what the function options does, from standard input
body() {
    { echo 'return { options = function(p)'; cat; echo ' return {} end }'; } | hostile "$1"
}

body loop <<'END'
while true do end
END
body pcall-loop <<'END'
while true do pcall(function() while true do end end) end
END
body tail-calls <<'END'
local function f() return f() end f()
END
body recursion-caught <<'END'
local function f() pcall(f) pcall(f) end while true do f() end
END
body finalizer <<'END'
local mt = {} setmetatable(mt, { __index = function(t, k) if k == "__gc" then rawset(t, "__gc", function() while true do end end) end end })
for i = 1, 1000 do pcall(setmetatable, {}, mt) end
local t = setmetatable({}, mt) t = nil
local x = {} while true do x[#x + 1] = {} if #x > 1000 then x = {} end end
END
body finalizer-later <<'END'
local mt = {} local t = setmetatable({}, mt) mt.__gc = function() while true do end end setmetatable(t, mt)
END
body finalizer-after <<'END'
local mt = { __metatable = false } setmetatable({}, mt) mt.__gc = function() while true do end end
for i = 1, 1e9 do setmetatable({}, { __index = mt }) end
END
body weak-refused <<'END'
setmetatable({}, { __mode = "k" })
END
body weak-later <<'END'
local mt = {} local t = setmetatable({}, mt) mt.__mode = "k"
local keys = {} for i = 1, 200000 do keys[i] = {} end
local seed = 1 for i = #keys, 2, -1 do seed = seed * 1103515245 % 2147483648 local j = 1 + seed % i keys[i], keys[j] = keys[j], keys[i] end
for i = 1, #keys - 1 do t[keys[i]] = keys[i + 1] end
keys = { keys[1] } while true do keys[2] = {} end
END
body pattern-power <<'END'
return { (("a"):rep(100000)):find((".-"):rep(20) .. "b") }
END
body pattern-stars <<'END'
local s = ("a"):rep(1000) return { s:match(("a*"):rep(30) .. "b") }
END
body pattern-gsub <<'END'
local s = ("a"):rep(1000000) return { (s:gsub("a-a-a-a-b", "")) }
END
body pattern-gmatch <<'END'
for x in (("a"):rep(1000000)):gmatch("(a*)(a*)(a*)b") do end
END
body pattern-balance <<'END'
local s = ("("):rep(10000000) while true do s:find("%b()") end
END
body pattern-back <<'END'
local s = ("a"):rep(1000000) s:find("(.*)%1(.*)%2b")
END
body pattern-frontier <<'END'
local s = ("a"):rep(10000000) while true do s:find("%f[%d]") end
END
body find-plain <<'END'
local a, b = ("a"):rep(16000000), ("a"):rep(8000000) .. "b" while true do a:find(b, 1, true) end
END
body compare <<'END'
local a, b = ("a"):rep(16000000) .. "b", ("a"):rep(16000000) .. "c" local n = 0 while true do if a < b then n = n + 1 end end
END
body compare-zeros <<'END'
local a, b = ("\0"):rep(16000000) .. "b", ("\0"):rep(16000000) .. "c" local n = 0 while true do if a <= b then n = n + 1 end end
END
body equal <<'END'
local a, b = ("a"):rep(16000000), ("a"):rep(8000000) b = b .. b local n = 0 while true do if a == b then n = n + 1 end end
END
body arithmetic <<'END'
local a = (" "):rep(16000000) .. "1" local n = 0 while true do n = n + a end
END
body tonumber <<'END'
local a = ("1"):rep(16000000) while true do tonumber(a) tonumber(a, 7) end
END
body utf8 <<'END'
local a = ("a"):rep(16000000) while true do utf8.len(a) utf8.offset(a, 16000000) end
END
body rep <<'END'
while true do pcall(string.rep, "abc", 1e15) pcall(string.rep, "a", 16000000) pcall(string.rep, "", 1e15, "") end
END
body rep-nothing <<'END'
return { (""):rep(math.maxinteger) == "" and string.rep("", math.maxinteger, "") == "" and (function() while true do end end)() }
END
body join <<'END'
local s = "a" while true do pcall(function() while true do s = s .. s end end) end
END
body format <<'END'
local t = {} for i = 1, 200 do t[i] = ("a"):rep(16000000) end
while true do pcall(string.format, ("%.0s"):rep(200), table.unpack(t)) end
END
body format-many <<'END'
local s = ("a"):rep(16000000) local t = {} for i = 1, 200000 do t[i] = s end
string.format(("%.0s"):rep(200000), table.unpack(t)) while true do end
END
body pack <<'END'
while true do pcall(string.pack, "c2000000000", "a") pcall(string.pack, ("c900000000"):rep(9), "a", "a", "a", "a", "a", "a", "a", "a", "a") end
END
body varargs <<'END'
local t = {} for i = 1, 200000 do t[i] = i end
local function f(...) while true do local n = select("#", ...) end end f(table.unpack(t))
END
body concat-length <<'END'
table.concat(setmetatable({}, { __len = function() return math.maxinteger end, __index = function() return "" end }))
END
body calls-in-c <<'END'
local t = {} t = setmetatable(t, { __len = function() return 1 << 24 end, __index = pcall, __call = table.concat })
table.concat(t)
END
body insert-length <<'END'
table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)
END
body remove-length <<'END'
table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)
END
body move-far <<'END'
table.move({}, 1, 1 << 60, 2)
END
body unpack-length <<'END'
while true do pcall(table.unpack, setmetatable({}, { __len = function() return 900000 end })) end
END
body sort-length <<'END'
table.sort(setmetatable({}, { __len = function() return 1 << 30 end, __index = function(t, k) return k end, __newindex = function() end }))
END
body sort-order <<'END'
local t = {} for i = 1, 1000000 do t[i] = i end while true do table.sort(t, function() return true end) end
END
body sort-strings <<'END'
local s, t = ("a"):rep(1000000), {} for i = 1, 60 do t[i] = s .. string.char(160 - i) end while true do table.sort(t) end
END
body next-emptied <<'END'
local t = {} for i = 1, 4000000 do t["k" .. i] = 1 end for k in pairs(t) do t[k] = nil end while true do next(t) end
END
body pairs-emptied <<'END'
local t = {} for i = 1, 4000000 do t["k" .. i] = 1 end for k in pairs(t) do t[k] = nil end while true do for k in pairs(t) do end end
END
body errors-with-names <<'END'
for i = 1, 2000000 do _G["g" .. i] = i end while true do pcall(string.rep) end
END
body close-loop <<'END'
while true do pcall(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) error("x") end) end
END
body error-value <<'END'
while true do pcall(error, setmetatable({}, { __tostring = function() while true do end end })) end
END
body print-long <<'END'
local t = setmetatable({}, { __tostring = function() while true do end end }) print(t)
END
body string-metatable <<'END'
local mt = getmetatable("") mt.__index = string.rep mt.__len = function() return 1 << 40 end mt.__add = function() while true do end end
return { ("a") + ("b") }
END
hostile nested <<'END'
local t = {} for i = 1, 90 do t = { t, t } end return { options = function(p) return { t } end }
END
hostile wide <<'END'
local s = ("a"):rep(16000000) local t = {} for i = 1, 1000000 do t[i] = s end return { options = function(p) return { t } end }
END
hostile options-many <<'END'
local s = ("a"):rep(1000000) return { options = function(p) local t = {} for i = 1, 1000000 do t[i] = s .. i end return t end }
END
hostile grows <<'END'
return { options = function(n) return { n + 1 } end }
END
hostile grows-wide <<'END'
return { options = function(n) return { n .. "a", n .. "b" } end }
END
hostile at-load <<'END'
while true do end
END
hostile meta-members <<'END'
return setmetatable({ options = function(p) while true do end end }, { __index = function() while true do end end })
END
for member in terminal split canonical check formula; do
    echo "return { options = function(p) return { p - 1 } end, $member = function(p) while true do end end }" | hostile "member-$member"
done
echo 'return { options = function(p) return {} end, parse = function(p) while true do end end, print = function(p) return "" end }' |
    hostile member-parse
echo 'return { options = function(p) return {} end, view = function(p) while true do end end }' >"$dir/view.lua"
ends member-view view "lua(\"$dir/view.lua\")" 3 --time 1s

# Sources that take long to read.
awk 'BEGIN { printf "local x = a"; for (i = 0; i < 2000000; i++) printf " and a"; print " return {}" }' | hostile source-conditions
awk 'BEGIN { for (i = 0; i < 180; i++) { printf "local function f() local a"; for (j = 0; j < 180; j++) printf ",l%d_%d", i, j; print "" }
    for (i = 0; i < 4000000; i++) printf "a=b "; for (i = 0; i < 180; i++) print "end"; print "return {}" }' | hostile source-names
awk 'BEGIN { for (i = 0; i < 17000000; i++) printf " "; print "return {}" }' | hostile source-long

# An interrupt and a request to end stop what no limit of time would.
for signal in INT TERM; do
    for name in pattern-power calls-in-c finalizer compare source-conditions; do
        timeout --preserve-status -k 60 -s "$signal" 0.5 "$grundy" value "lua(\"$dir/$name.lua\")" 3 --no-store >"$dir/output" 2>"$dir/errors"
        code=$?
        [ "$code" = 130 ] || [ "$code" = 2 ]
        count $? "$name, signal $signal: status $code"
    done
done

# What is no regular file is not read, be it waited for or without end.
mkfifo "$dir/pipe"
# refused MESSAGE ARGUMENT... - status 6, or another where it is given first as STATUS=
refused() {
    message=$1
    shift
    timeout -k 5 "$watchdog" "$grundy" "$@" >"$dir/output" 2>"$dir/errors"
    code=$?
    [ "$code" = 6 ] && [ ! -s "$dir/output" ] && grep -qF -- "$message" "$dir/errors" && [ "$(wc -l <"$dir/errors")" = 1 ]
    count $? "$*: status $code"
}
for file in "$dir/pipe" /dev/zero; do
    for ruleset in lua coins ; do
        refused "$file is a device or a pipe; expected a regular file" value "$ruleset(\"$file\")" 3
    done
    refused "$file is a device or a pipe; expected a regular file" value "ruler(poset(\"$file\"))" 3
    refused "$file is a device or a pipe; expected a regular file" draw "poset(\"$file\")" -o "$dir/x.svg"
    refused "$file is a device or a pipe; expected a regular file" value nim "@$file"
    refused "$file is a device or a pipe; expected a regular file" value --plugin "$file" nim 3
    refused 'expected one, or a name for a new one' value nim 3 --store "$file"
done
for ruleset in lua coins; do
    refused "$dir could not be opened: Is a directory" value "$ruleset(\"$dir\")" 3
done

# A store is of what a file held; the same file again has it.
echo 'return { options = function(n) return n > 0 and { n - 1 } or {} end }' >"$dir/edited.lua"
sed 's/{ n - 1 }/{ n - 1, n \/\/ 2 }/' "$dir/edited.lua" >"$dir/other.lua"
cp "$dir/edited.lua" "$dir/first.lua"
ask() {
    timeout -k 5 "$watchdog" "$grundy" value "lua(\"$dir/edited.lua\")" 5 --store "$dir/store" "$@" >"$dir/output" 2>"$dir/errors"
    code=$?
}
ask
[ "$code" = 0 ] && [ "$(cat "$dir/output")" = 1 ]
count $? 'a store is made'
cp "$dir/other.lua" "$dir/edited.lua"
ask --resume
[ "$code" = 6 ] && grep -q 'is refused' "$dir/errors"
count $? 'the store of a file that was edited is refused'
cp "$dir/first.lua" "$dir/edited.lua"
ask --resume
[ "$code" = 0 ] && [ "$(cat "$dir/output")" = 1 ]
count $? 'the store of the file is taken again'
printf 'a < b\n' >"$dir/covers"
timeout -k 5 "$watchdog" "$grundy" value "ruler(poset(\"$dir/covers\"))" b --method search --store "$dir/store2" >"$dir/output" 2>"$dir/errors"
count $? 'a store of a poset'
printf 'a < c < b\n' >"$dir/covers"
timeout -k 5 "$watchdog" "$grundy" value "ruler(poset(\"$dir/covers\"))" b --method search --store "$dir/store2" --resume >"$dir/output" 2>"$dir/errors"
[ $? = 6 ]
count $? 'the store of a poset that was edited is refused'

# Games whose one position has many and long options end in time, too.
awk 'BEGIN { printf "1"; for (i = 1; i < 50000; i++) printf ",1" }' >"$dir/ones"
for method in search brute; do
    ends "zeruclid $method" value zeruclid "@$dir/ones" --time 1s --method "$method" --no-store
done

passed=$(grep -c passed "$dir/counts") failed=$(grep -c failed "$dir/counts")
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 80 ]
