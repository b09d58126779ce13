import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Download, FileText, ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Message } from '../../api/conversations.ts';
import { mediaPath, previewPath } from '../../api/media-path.ts';
import { runQuery, runsInProgressQuery } from '../../api/tasks.ts';
import type { RunInProgress } from '../../api/tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ItemList } from '../../ui/lists.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { CancelRun, RunDialog, RunProgress, RunStatusBadge } from '../runs/run-dialog.tsx';
import styles from './message-cards.module.css';

export function ReportCard({ message, title }: { message: Message; title: string }) {
  return (
    <>
      <Card
        icon={<FileText aria-hidden size={20} />}
        title={<OutsideText text={title} />}
        detail={plainLine(message.report_description ?? 'Report')}
        dialog={(onClose) => (
          <Dialog title={<OutsideText text={title} />} shape="wide" isOpen onClose={onClose}>
            {message.report_description !== null && (
              <OutsideText as="p" className={styles.lead} text={message.report_description} isProse />
            )}
            <Markdown text={message.text} />
          </Dialog>
        )}
      />
      {message.image_urls.length > 0 && <MessageImages message={message} />}
      {message.files !== undefined && <MessageFiles files={message.files} />}
      {message.task_run_id !== null && <RunBubble runId={message.task_run_id} message={null} />}
    </>
  );
}

interface RunBubbleProps {
  runId: string;
  /** The message that tells of the run's end, or `null` if this message only belongs to the run. */
  message: Message | null;
}

export function RunBubble({ runId, message }: RunBubbleProps) {
  const { data: run } = useQuery(runQuery(runId));
  const name = run?.task_name ?? message?.report_title ?? 'Task';
  return (
    <Card
      icon={<ListChecks aria-hidden size={20} />}
      title={run ? said`${name} ${<RunStatusBadge status={run.status} />}` : <OutsideText text={name} />}
      detail={plainLine(message?.text ?? '') || 'Open the run'}
      dialog={(onClose) => <RunDialog runId={runId} onClose={onClose} />}
    />
  );
}

interface CardProps {
  icon: ReactNode;
  title: ReactNode;
  detail: string;
  dialog: (onClose: () => void) => ReactNode;
}

function Card({ icon, title, detail, dialog }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={styles.card} onPress={() => setOpen(true)}>
        <span className={styles.icon}>{icon}</span>
        <span className="grid narrowable grows">
          <span className={styles.title}>{title}</span>
          <OutsideText as="span" className={styles.detail} text={detail} isProse />
        </span>
        <ChevronRight aria-hidden size={18} className="muted rigid" />
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

/** Neither shown nor played. Each is saved under its name; the service lets none of them open in the page. */
export function MessageFiles({ files }: { files: NonNullable<Message['files']> }) {
  return (
    <ul className="grid fits gap-1" aria-label="Files">
      {files.map((file) => (
        <li key={file.url}>
          <a href={mediaPath(file.url)} download={file.name} className={styles.file}>
            <Download aria-hidden size={18} className="rigid" />
            <span className="grid narrowable">
              <OutsideText as="span" className="anywhere" text={file.name} />
              <span className="muted small anywhere">
                {file.content_type}, {sizeText(file.byte_length)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The pictures of a message as tiles; each opens large, and from there as it was sent. */
export function MessageImages({ message }: { message: Pick<Message, 'image_urls' | 'sender_name'> }) {
  const [openUrl, setOpenUrl] = useState<string | null>(null);
  const urls = message.image_urls.map(mediaPath);
  const sender = visibleText(message.sender_name);
  const nameOf = (url: string): string =>
    urls.length === 1
      ? `Picture from ${sender}`
      : `Picture ${urls.indexOf(url) + 1} of ${urls.length} from ${sender}`;
  return (
    <div className={classNames('grid fits gap-1', urls.length > 1 && styles.many)}>
      {urls.map((url) => (
        <Button key={url} className={styles.tile} onPress={() => setOpenUrl(url)}>
          <img src={previewPath(url)} alt={nameOf(url)} loading="lazy" decoding="async" />
        </Button>
      ))}
      <Dialog title="Picture" shape="wide" isOpen={openUrl !== null} onClose={() => setOpenUrl(null)}>
        {openUrl !== null && (
          <div className="centre gap-2">
            <a href={openUrl} target="_blank" rel="noopener noreferrer">
              <img className="rounded-sm" src={previewPath(openUrl)} alt={nameOf(openUrl)} decoding="async" />
            </a>
            <a href={openUrl} download>
              Save the original
            </a>
          </div>
        )}
      </Dialog>
    </div>
  );
}

export function RunsInProgress({
  agentId,
  conversationId,
}: {
  agentId: string;
  conversationId: string | null;
}) {
  const { data } = useQuery(runsInProgressQuery(agentId));
  // The run that is shown may end meanwhile, and its dialog stays.
  const [openId, setOpenId] = useState<string | null>(null);
  const runs = data?.runs.filter((run) => (run.conversation_id ?? data.conversation_id) === conversationId);
  return (
    <>
      <ItemList
        className={styles.list}
        label="Runs in progress"
        items={runs?.toReversed()}
        idOf={({ id }) => id}
      >
        {(run) => <Bubble run={run} onOpen={() => setOpenId(run.id)} />}
      </ItemList>
      {openId !== null && <RunDialog runId={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

function Bubble({ run, onOpen }: { run: RunInProgress; onOpen: () => void }) {
  return (
    <li className={styles.bubble}>
      <Button className={styles.open ?? ''} onPress={onOpen}>
        <span className={styles.icon}>
          <ListChecks aria-hidden size={20} />
        </span>
        <span className="grid narrowable grows">
          <span className={styles.title}>
            <OutsideText text={run.task_name ?? 'Task'} /> <RunStatusBadge status={run.status} />
          </span>
          {run.progress !== undefined && <RunProgress progress={run.progress} />}
        </span>
      </Button>
      <CancelRun run={run} size="small" />
    </li>
  );
}
