import { say } from './report.js';

/**
 * In turns, in changing order, so that what else the machine does weighs on all alike. The first round does
 * not count: processes compile their code and caches fill.
 */
export async function interleaved<Contender extends { name: string }, Figures>(
  contenders: readonly Contender[],
  { rounds, measure }: { rounds: number; measure: (contender: Contender) => Promise<Figures> },
): Promise<(contender: Contender) => Figures[]> {
  const measured = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      say(`round ${round} of ${rounds}: ${contender.name}`);
      const figures = await measure(contender);
      if (round > 0) measured.get(contender)?.push(figures);
    }
  }
  return (contender) => measured.get(contender) ?? [];
}
