import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CirclePause } from 'lucide-react';
import type { Agent } from '../../api/agents.ts';
import { probeWebhook } from '../../api/replays.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { relativeTime } from '../../ui/time-format.ts';
import { toast } from '../../ui/toast.ts';
import styles from './webhook-breaker.module.css';

type Breaker = NonNullable<Agent['webhook_breaker']>;

/** That deliveries to the agent's webhook are held back, since when and why, and how they go on. */
export function WebhookBreaker({ agentId, breaker }: { agentId: string; breaker: Breaker }) {
  if (breaker.state === 'releasing')
    return (
      <div role="status" className={styles.breaker}>
        <CircleCheck aria-hidden size={18} className={styles.good} />
        <div>
          <strong>The webhook takes deliveries again.</strong> {heldWords(breaker.held_events)} sent little by
          little, the oldest first.
        </div>
      </div>
    );
  return <Held {...{ agentId, breaker }} />;
}

function Held({ agentId, breaker }: { agentId: string; breaker: Breaker }) {
  const queries = useQueryClient();
  const probe = useMutation({
    mutationFn: () => probeWebhook(agentId),
    onSuccess: ({ is_due: isDue }) =>
      toast(
        isDue
          ? { tone: 'good', text: 'The next event is sent as a try.' }
          : { tone: 'neutral', text: 'Nothing is held back any more.' },
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  });
  const { attempts, failures, held_events: held, next_probe_at: nextAt } = breaker;
  const share = attempts === 0 ? 100 : Math.round((100 * failures) / attempts);
  return (
    <div role="status" className={styles.breaker}>
      <CirclePause aria-hidden size={18} className={styles.warn} />
      <div className={styles.texts}>
        <div>
          <strong>Deliveries to the webhook are held back.</strong> Of {attempts} attempts before, {share}%
          had failed.
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Since</dt>
            <dd>
              <RelativeTime at={breaker.opened_at} />
            </dd>
          </div>
          <div>
            <dt>Held events</dt>
            <dd>{held === HELD_COUNTED_MAX ? `${HELD_COUNTED_MAX} or more` : held}</dd>
          </div>
          <div>
            <dt>Tries</dt>
            <dd>{breaker.probes}</dd>
          </div>
          <div>
            <dt>Next try</dt>
            <dd>{held === 0 ? 'with the next event' : nextAt !== null && <NextTry at={nextAt} />}</dd>
          </div>
        </dl>
        <div>
          A try is the oldest held event. If the webhook takes it, the others follow; else it has failed, and
          can be sent again.
        </div>
        <div>
          <Button size="small" isPending={probe.isPending} onPress={() => probe.mutate()}>
            Try now
          </Button>
        </div>
        {probe.isError && <ErrorNotice error={probe.error} />}
      </div>
    </div>
  );
}

/** Read anew every few seconds, so it needs no clock of its own. */
function NextTry({ at }: { at: string }) {
  const now = new Date();
  const isSoon = new Date(at).getTime() - now.getTime() < SOON_MS;
  return <time dateTime={at}>{isSoon ? 'within a minute' : relativeTime(new Date(at), now)}</time>;
}

const SOON_MS = 60_000;

/** The service counts no further. */
const HELD_COUNTED_MAX = 1_000;

function heldWords(held: number): string {
  if (held === 1) return '1 event that was held is';
  return `${held === HELD_COUNTED_MAX ? `${HELD_COUNTED_MAX} or more` : held} events that were held are`;
}
