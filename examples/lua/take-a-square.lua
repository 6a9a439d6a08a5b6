-- Subtract a square: take 1, 4, 9, 16, ... from a heap. Golomb, A mathematical investigation of games of "take-away"
-- (1966).

return {
  name = "take a square",
  rules = "Take a square number from a heap. A position is the size of the heap: 12.",
  example = "12",
  check = function(n) return math.type(n) == "integer" and n >= 0, "a heap is an integer from 0 on" end,
  options = function(n)
    local moves = {}
    for k = 1, n do
      if k * k > n then break end
      moves[k] = n - k * k
    end
    return moves
  end,
}
