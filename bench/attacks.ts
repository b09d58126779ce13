/**
 * Attacks that once worked on the product, on this checkout and on another: what each of them does to the one whom it is meant for, and to a neighbour who works
 * the whole time. The product is used through its public doors only, apart from one attack by somebody who has read the database.
 */
import { ACCOUNT_ATTACKS } from './support/attacks/account-attacks.js';
import { ADDRESS_ATTACKS } from './support/attacks/address-attacks.js';
import type { Attack, Measure, ShapeName } from './support/attacks/attack.js';
import { BODY_ATTACKS } from './support/attacks/body-attacks.js';
import { checkoutAt, ownCheckout, whileItRuns } from './support/attacks/checkout.js';
import type { Checkout } from './support/attacks/checkout.js';
import { DEMO_ATTACKS } from './support/attacks/demo-attacks.js';
import { HUB_ATTACKS } from './support/attacks/hub-attacks.js';
import { PAGE_ATTACKS } from './support/attacks/page-attacks.js';
import { TRUST_ATTACKS } from './support/attacks/trust-attacks.js';
import { WEBHOOK_ATTACKS } from './support/attacks/webhook-attacks.js';
import { printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import type { Leftovers } from './support/run-bench.js';

/** The root of another checkout, which is built: the state before. */
const BESIDE = process.env['BENCH_BESIDE'] ?? '';
/** Only attacks whose name this regular expression matches. Default: all. */
const WANTED = new RegExp(process.env['BENCH_ATTACKS'] ?? '');
const ALL_ATTACKS: readonly Attack[] = [
  ...ACCOUNT_ATTACKS,
  ...TRUST_ATTACKS,
  ...WEBHOOK_ATTACKS,
  ...BODY_ATTACKS,
  ...HUB_ATTACKS,
  ...ADDRESS_ATTACKS,
  ...PAGE_ATTACKS,
  ...DEMO_ATTACKS,
];
const ATTACKS = ALL_ATTACKS.filter(({ name }) => WANTED.test(name));

/** For each attack that could be made, one figure for each measure. */
type Figures = Map<Attack, readonly number[]>;

await runBench(async (leftovers) => {
  const before = BESIDE === '' ? null : await checkoutAt(BESIDE);
  const after = ownCheckout();
  const figuresBefore = before === null ? null : await attackAll(before, leftovers);
  const figuresAfter = await attackAll(after, leftovers);
  printMarkdown(
    [
      'attack',
      'what is measured',
      `before (${before?.name ?? 'none'})`,
      `after (${after.name})`,
      'target',
      'met',
    ],
    eachMeasure(({ attack, measure, index, isFirst }) => {
      const figure = figuresAfter.get(attack)?.[index] ?? NaN;
      const earlier = figuresBefore?.get(attack)?.[index] ?? NaN;
      const shown = [earlier, figure, measure.max].map((value) => shownAs(measure, value));
      return [isFirst ? attack.name : '', measure.what, ...shown, isMet(measure, figure) ? 'yes' : 'no'];
    }),
  );
  eachMeasure(({ attack, measure, index }) => {
    const figure = figuresAfter.get(attack)?.[index] ?? NaN;
    const target = measure.unit === 'yes or no' ? 'no' : `at most ${shownAs(measure, measure.max)}`;
    const verdict = { figure: shownAs(measure, figure), target, isMet: isMet(measure, figure) };
    printVerdict(`${attack.name} – ${measure.what}`, verdict);
  });
});

/** One product at a time, so that neither takes the machine from the other. */
async function attackAll(checkout: Checkout, leftovers: Leftovers): Promise<Figures> {
  const figures: Figures = new Map();
  const shapes = new Set<ShapeName>(ATTACKS.map(({ shape }) => shape));
  for (const shape of shapes) {
    say(`${checkout.name}, ${shape}`);
    // What cannot be made is shown as such beside all others.
    await whileItRuns(checkout, shape, leftovers, async (attacked) => {
      for (const attack of ATTACKS.filter((candidate) => candidate.shape === shape)) {
        say(attack.name);
        const result = await attack.run(attacked).catch(failed);
        if (result === undefined) continue;
        figures.set(attack, result);
        say(attack.measures.map((measure, index) => shownAs(measure, result[index] ?? NaN)).join(', '));
      }
    }).catch(failed);
  }
  return figures;
}

function failed(error: unknown): undefined {
  say(`failed: ${String(error).slice(0, 500)}`);
}

function eachMeasure<Result>(
  work: (at: { attack: Attack; measure: Measure; index: number; isFirst: boolean }) => Result,
): Result[] {
  return ATTACKS.flatMap((attack) =>
    attack.measures.map((measure, index) => work({ attack, measure, index, isFirst: index === 0 })),
  );
}

/** An attack that could not be made shows nothing, so its target is not met. */
function isMet({ max }: Measure, figure: number): boolean {
  return figure <= max;
}

function shownAs({ unit }: Measure, figure: number): string {
  if (Number.isNaN(figure)) return '–';
  if (figure === Infinity) return 'none';
  if (unit === 'yes or no') return figure === 0 ? 'no' : 'yes';
  return `${Math.round(figure).toLocaleString('en-US')} ${unit}`;
}

function printMarkdown(header: readonly string[], lines: readonly (readonly string[])[]): void {
  const rows = [header, header.map(() => '---'), ...lines];
  process.stdout.write(`\n${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n`);
}
