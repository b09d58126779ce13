import { IsRestoringProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { Inbox, LoaderCircle, Menu } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { sessionQuery } from '../api/account.ts';
import { agentQuery } from '../api/agents.ts';
import { openDecisionCountQuery, openDecisionsQuery } from '../api/decisions.ts';
import { liveStore, useLiveUpdates } from '../live/use-live-updates.ts';
import { AgentTitle } from '../pages/agents/agent-layout.tsx';
import { CountBadge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/feedback.tsx';
import { said } from '../ui/outside-text.tsx';
import styles from './app-shell.module.css';
import { Sidebar } from './sidebar.tsx';

export function AppShell() {
  const { data: person } = useQuery(sessionQuery);
  const router = useRouter();
  const { pathname } = useLocation();
  /** The path on which the menu was opened: on any other path the menu is closed. */
  const [menuPath, setMenuPath] = useState<string | null>(null);
  const mayRead = useLiveUpdates();

  useEffect(() => {
    if (person !== null) return;
    // Read now: the address changes while the page is left, and the old one would be appended for ever.
    const { href } = router.state.location;
    void router.navigate({ to: '/sign-in', search: { next: href === '/' ? undefined : href } });
  }, [person, router]);
  useSearchKey();
  if (person === null || person === undefined) return null;

  return (
    // Nothing is read before changes are heard of.
    <IsRestoringProvider value={!mayRead}>
      <div className={styles.shell}>
        <Reminders />
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <div className={styles.side}>
          <Sidebar person={person} />
        </div>
        <div className="column narrowable">
          <TopBar onMenu={() => setMenuPath(pathname)} />
          <ConnectionNotice />
          <main id="content" className="fills unoutlined" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <ModalOverlay
          className={styles.drawerScrim}
          isOpen={menuPath === pathname}
          onOpenChange={(isOpen) => setMenuPath(isOpen ? pathname : null)}
          isDismissable
        >
          <Modal className={styles.drawer}>
            <Dialog aria-label="Menu" className="tall unoutlined">
              <Sidebar person={person} />
            </Dialog>
          </Modal>
        </ModalOverlay>
      </div>
    </IsRestoringProvider>
  );
}

function TopBar({ onMenu }: { onMenu: () => void }) {
  const { agentId } = useParams({ strict: false });
  const { data: agent } = useQuery({ ...agentQuery(agentId ?? ''), enabled: agentId !== undefined });
  const { data: openCount = 0 } = useInfiniteQuery(openDecisionCountQuery);
  return (
    <div className={styles.topBar}>
      <IconButton label="Open menu" icon={<Menu size={20} />} onPress={onMenu} />
      {agent === undefined ? <span className="grows heavy">Agents</span> : <AgentTitle agent={agent} />}
      <Link to="/inbox" className={styles.inbox}>
        <Inbox aria-hidden size={20} />
        <span className="visually-hidden">Inbox </span>
        <CountBadge count={openCount} what="open decisions" />
      </Link>
    </div>
  );
}

/** Not a single letter, which would get in the way of people who speak to their computer. */
function useSearchKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k' || event.defaultPrevented) return;
      event.preventDefault();
      void navigate({ to: '/search' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** Tells of an open request at half of its time, on whatever page. The mark in its card stays. */
function Reminders() {
  const { data: open } = useInfiniteQuery(openDecisionsQuery);
  /** Known without a reminder. Others are not told of: they are old, or were there when the app opened. */
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (open === undefined) return;
    const decisions = open.pages.flat();
    for (const { decision_id: id, title, reminded_at: at } of decisions)
      if (at !== undefined && known.current.has(id))
        toast({
          text: said`“${title}” still needs your answer. Half of the time has passed.`,
        });
    const quiet = decisions.filter(({ reminded_at: at }) => at === undefined);
    known.current = new Set(quiet.map(({ decision_id: id }) => id));
  }, [open]);
  return null;
}

/** No notice is shown for a gap shorter than this, in milliseconds. */
const UNNOTICED_MS = 1_200;

function ConnectionNotice() {
  const state = useSyncExternalStore(liveStore.subscribe, liveStore.read);
  const isAway = state === 'reconnecting';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return;
    const timer = setTimeout(() => setShown(true), UNNOTICED_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isAway]);

  return (
    <div role="status" className={styles.place}>
      {isShown && (
        <span className={styles.notice}>
          <LoaderCircle aria-hidden className="spinning" size={14} /> Reconnecting… What you see may be out of
          date.
        </span>
      )}
    </div>
  );
}
