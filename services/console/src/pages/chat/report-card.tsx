import { ChevronRight, FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Message } from '../../api/conversations.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { RunBubble } from '../runs/run-bubble.tsx';
import styles from './card-button.module.css';
import { MessageFiles, MessageImages } from './message-files.tsx';

export function ReportCard({ message, title }: { message: Message; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className={styles.card} onPress={() => setOpen(true)}>
        <span className={styles.icon}>
          <FileText aria-hidden size={20} />
        </span>
        <span className="grid narrowable grows">
          <OutsideText as="span" className={styles.title} text={title} />
          <OutsideText
            as="span"
            className={styles.detail}
            text={plainLine(message.report_description ?? 'Report')}
            isProse
          />
        </span>
        <ChevronRight aria-hidden size={18} className="muted rigid" />
      </Button>
      {message.image_urls.length > 0 && <MessageImages message={message} />}
      {message.files !== undefined && <MessageFiles files={message.files} />}
      {message.task_run_id !== null && <RunBubble runId={message.task_run_id} message={null} />}
      <Dialog
        title={<OutsideText text={title} />}
        shape="wide"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {message.report_description !== null && (
          <OutsideText as="p" className={styles.lead} text={message.report_description} isProse />
        )}
        <Markdown text={message.text} />
      </Dialog>
    </>
  );
}
