-- Random uses of the functions that stand in for those of Lua's library, as one number: it is the same where they are Lua's own.
local seed, sum, log = 1, 0, {}
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n
end
local function note(ok, ...)
  local t = { "error" }
  if ok then
    for i = 1, select("#", ...) do t[i] = tostring((select(i, ...))) end
  end
  for _, s in ipairs(t) do
    for i = 1, #s do sum = (sum * 31 + s:byte(i)) % 2147483647 end
    sum = (sum * 31 + 7) % 2147483647
  end
end

local atoms = { "a", "b", ".", "%a", "%d", "%s", "[ab]", "[^a]", "[%a_]", "[a-c]", "%w", "x", "%.", "[]]", "[^]a]", "%A",
  "%u", "%l", "%p", "%c", "%x", "%g", "[%]-c]", "[a-]", "%z", "[^%s%d]", "%q", "[^", "%", "[a" }
local suffixes = { "", "", "", "*", "+", "-", "?" }
local others = { "(", ")", "()", "%1", "%b()", "%f[%a]", "$", "^", "%2", "(a)", "(.-)", "%f[%A]", "%b" }
local function pattern()
  local p = random(6) == 0 and "^" or ""
  for _ = 1, random(6) do
    if random(3) == 0 then
      p = p .. others[1 + random(#others)]
    else
      p = p .. atoms[1 + random(random(8) == 0 and #atoms or #atoms - 3)] .. suffixes[1 + random(#suffixes)]
    end
  end
  return p .. (random(6) == 0 and "$" or "")
end
local letters = "abcabcab(()) 12xA.]-%\0\n"
local function subject()
  local s = ""
  for _ = 1, random(14) do
    local i = 1 + random(#letters)
    s = s .. letters:sub(i, i)
  end
  return s
end
local function all(s, p, init)
  local found = {}
  for a, b in string.gmatch(s, p, init) do
    found[#found + 1] = tostring(a) .. "," .. tostring(b)
  end
  return table.concat(found, ";")
end
local replacements = { "<%0>", "%1%1", "-", "%%", "%2", "%", "%x", { a = "A", b = false }, { a = {} },
  function(a, b) return b or a end, function() return nil end, 7 }
for _ = 1, 20000 do
  local s, p = subject(), pattern()
  local init = random(3) == 0 and random(20) - 8 or nil
  note(pcall(string.find, s, p, init))
  note(pcall(string.find, s, p, init, true))
  note(pcall(string.find, s, s:sub(1 + random(4), 4 + random(6)), init, random(2) == 0))
  note(pcall(string.match, s, p, init))
  note(pcall(all, s, p, init))
  note(pcall(string.gsub, s, p, replacements[1 + random(#replacements)], random(3) == 0 and random(4) - 1 or nil))
end

local function list(t)
  for i = 1, #t do t[i] = tostring(t[i]) end
  return #t .. ":" .. table.concat(t, ",")
end
local function some()
  local t = {}
  for i = 1, random(20) do t[i] = random(10) end
  return t
end
local function more(a, b) return a > b end
for _ = 1, 5000 do
  local t = some()
  note(pcall(table.sort, t, random(2) == 0 and more or nil))
  note(pcall(list, t))
  t = some()
  note(pcall(table.concat, t, random(2) == 0 and "; " or nil, random(3) == 0 and random(9) - 2 or nil,
    random(3) == 0 and random(22) - 2 or nil))
  if random(2) == 0 then note(pcall(table.insert, t, random(24) - 2, "x")) else note(pcall(table.insert, t, "y")) end
  note(pcall(list, t))
  t = some()
  if random(2) == 0 then note(pcall(table.remove, t, random(24) - 2)) else note(pcall(table.remove, t)) end
  note(pcall(list, t))
  t = some()
  note(pcall(table.unpack, t, random(2) == 0 and random(9) - 2 or nil, random(3) == 0 and random(22) - 2 or nil))
  local from, last, to = random(12) - 2, random(22) - 2, random(25) - 4
  if random(2) == 0 then t = table.move(t, from, last, to) else t = table.move(t, from, last, to, some()) end
  for i = -6, 45 do note(true, t[i]) end
  t = table.pack(table.unpack(t))
  note(true, t.n, #t)
  note(pcall(string.rep, "ab", random(5) - 1, random(2) == 0 and "," or nil))
  note(pcall(string.format, "%s|%5.1f|%d", random(9), random(9) / 2, random(9)))
end
note(pcall(table.sort, { 3, "a", 1 }))
note(pcall(table.sort, { 3, 2, 1 }, 7))
note(pcall(table.concat, { 1, {}, 3 }))
note(pcall(table.insert, {}, 1, 2, 3))
note(pcall(table.unpack, {}, 1, 1e8))
note(pcall(table.move, {}, 1, math.maxinteger, 2))
note(pcall(table.move, {}, -1, math.maxinteger, 2))
note(table.move({ 1 }, math.maxinteger, math.mininteger, 1)[1])
local keys = 0
for k, v in pairs({ 1, 2, 3, a = 4 }) do keys = keys + v end
note(true, keys, next({}), next({ 5 }))
note(true, (function() local n = 0 for k, v in pairs(setmetatable({}, { __pairs = function() return next, { 7, 8 } end })) do n = n + v end return n end)())

-- Metatables
local class = { __index = { f = 5 }, __add = function(a, b) return 11 end, __call = function(self, x) return x end,
  __eq = function() return true end, __lt = function() return true end, __len = function() return 9 end,
  __tostring = function() return "class" end, __concat = function() return "joined" end, __name = "name" }
local a, b = setmetatable({}, class), setmetatable({}, class)
note(true, a.f, a + b, a(3), a == b, a < b, #a, a, a .. b, getmetatable(a) == class, getmetatable({}), rawequal(a, b), rawlen(a))
class.__sub = function() return 12 end
local c = setmetatable({}, class)
note(true, c - a, a - c)
setmetatable(c, nil)
note(true, c.f, (pcall(function() return c + 1 end)))
local d = setmetatable({}, { __metatable = "kept" })
note(true, getmetatable(d), (pcall(setmetatable, d, {})), getmetatable("").__index == string, (pcall(setmetatable, {}, 3)),
  (pcall(setmetatable, 3, {})))
do
  local closed = 0
  do local e <close> = setmetatable({}, { __close = function() closed = 1 end }) end
  note(true, closed)
end
return sum
