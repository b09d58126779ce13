/** In points. */
export const DIGIT_SIZE = { width: 3, height: 5 } as const;

const SHAPES: Readonly<Record<string, string>> = {
  0: '### #.# #.# #.# ###',
  1: '.#. ##. .#. .#. ###',
  2: '### ..# ### #.. ###',
  3: '### ..# ### ..# ###',
  4: '#.# #.# ### ..# ..#',
  5: '### #.. ### ..# ###',
  6: '### #.. ### #.# ###',
  7: '### ..# ..# .#. .#.',
  8: '### #.# ### #.# ###',
  9: '### #.# ### ..# ###',
};

/** The rows of a digit from the top; `#` is a point that is drawn. Empty for any other character. */
export function digitRows(digit: string): readonly string[] {
  return SHAPES[digit]?.split(' ') ?? [];
}
