import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A name and what is said under it; `false` is left out. */
type Fact = readonly [name: string, value: ReactNode] | false;

export function FactList({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classNames('facts', className)}>
      {facts.map(
        (fact) =>
          fact !== false && (
            <Fragment key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
