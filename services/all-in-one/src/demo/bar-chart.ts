import { encodePng } from './png.js';
import type { Color } from './png.js';

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { left: 56, right: 16, top: 24, bottom: 24 };
/** Share of a bar's place that stays empty. */
const GAP = 0.25;
/** Of one point of a digit, in points of the picture. */
const DIGIT_SCALE = 2;

/** Of a digit, in points. */
const DIGIT_SIZE = { width: 3, height: 5 } as const;

const DIGITS: Readonly<Record<string, string>> = {
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

const BACKGROUND = 0;
const GRID = 1;
const BAR = 2;
const TEXT = 3;
const PALETTE: readonly Color[] = [
  [250, 250, 252],
  [222, 224, 232],
  [79, 70, 229],
  [82, 84, 96],
];

/**
 * A bar for each value, with the scale on the left, as a PNG of 640 x 320.
 *
 * @param values whole numbers from 0; the scale begins at 0 and ends at the first round number above the highest.
 */
export function barChart(values: readonly number[]): Buffer {
  const points = new Uint8Array(WIDTH * HEIGHT).fill(BACKGROUND);
  const top = scaleTop(Math.max(0, ...values));
  const floor = HEIGHT - MARGIN.bottom;
  const heightOf = (value: number) => Math.round((value / top) * (floor - MARGIN.top));

  const fill = (area: Area, color: number): void => {
    for (let y = Math.max(0, area.y); y < Math.min(HEIGHT, area.y + area.height); y += 1) {
      const from = y * WIDTH + Math.max(0, area.x);
      points.fill(color, from, y * WIDTH + Math.min(WIDTH, area.x + area.width));
    }
  };
  for (const value of [0, top / 2, top]) {
    const y = floor - heightOf(value);
    fill({ x: MARGIN.left, y, width: WIDTH - MARGIN.left - MARGIN.right, height: 1 }, GRID);
    for (const area of digitAreas(value, { right: MARGIN.left - 8, middle: y })) fill(area, TEXT);
  }
  const place = (WIDTH - MARGIN.left - MARGIN.right) / Math.max(1, values.length);
  values.forEach((value, index) => {
    const x = Math.round(MARGIN.left + place * (index + GAP / 2));
    const height = heightOf(value);
    fill({ x, y: floor - height, width: Math.max(1, Math.round(place * (1 - GAP))), height }, BAR);
  });
  return encodePng({ width: WIDTH, height: HEIGHT, points, palette: PALETTE });
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first of 2, 4, 10, 20, 40, 100, … that is not below the value, so that its half is whole too. */
export function scaleTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    const fitting = [2, 4, 10].find((step) => step * unit >= value);
    if (fitting !== undefined) return fitting * unit;
  }
}

function digitAreas(value: number, place: { right: number; middle: number }): Area[] {
  const digits = String(value);
  const stepX = (DIGIT_SIZE.width + 1) * DIGIT_SCALE;
  const left = place.right - digits.length * stepX;
  const top = place.middle - Math.floor((DIGIT_SIZE.height * DIGIT_SCALE) / 2);
  return [...digits].flatMap((digit, position) =>
    digitRows(digit).flatMap((row, y) =>
      [...row].flatMap((point, x) =>
        point === '#'
          ? [
              {
                x: left + position * stepX + x * DIGIT_SCALE,
                y: top + y * DIGIT_SCALE,
                width: DIGIT_SCALE,
                height: DIGIT_SCALE,
              },
            ]
          : [],
      ),
    ),
  );
}

/** The rows of a digit from the top; `#` is a point that is drawn. Empty for any other character. */
function digitRows(digit: string): readonly string[] {
  return DIGITS[digit]?.split(' ') ?? [];
}
