import { createLink } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  /** Default `secondary`. A page or dialog has one `primary` at most. */
  variant?: ButtonVariant;
  size?: 'small' | 'normal';
  icon?: LucideIcon;
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'>, Look {
  children: ReactNode;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
  /** The mutation that a press starts. */
  does?: { isPending: boolean; mutate: () => void };
}

/** A button with a text. While `isPending` it keeps its place, shows a spinner and does nothing. */
export function Button({ variant, size, icon: Icon, children, className, does, ...rest }: ButtonProps) {
  const props = { ...(does && { isPending: does.isPending, onPress: () => does.mutate() }), ...rest };
  return (
    <AriaButton {...props} className={classNames(look({ variant, size }), className)}>
      {props.isPending === true ? (
        <LoaderCircle aria-hidden className="spinning" size={16} />
      ) : (
        Icon && <Icon aria-hidden size={16} />
      )}
      <span className={styles.text}>{children}</span>
    </AriaButton>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  /** Stands between the icon and the text. */
  badge?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function ButtonAnchor({ variant, size, icon: Icon, badge, children, className, ...props }: AnchorProps) {
  return (
    <a {...props} className={classNames(look({ variant, size }), className)}>
      {Icon && <Icon aria-hidden size={16} />}
      {badge}
      <span className={styles.text}>{children}</span>
    </a>
  );
}

export const ButtonLink = createLink(ButtonAnchor);

function look({ variant = 'secondary', size = 'normal' }: Look): string {
  return classNames(styles.button, styles[variant], size === 'small' && styles.small);
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** What it does: its name for screen readers, and its tooltip. */
  label: string;
  icon: ReactNode;
  className?: string | undefined;
}

export function IconButton({ label, icon, className, ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton {...props} aria-label={label} className={classNames(styles.icon, className)}>
        {icon}
      </AriaButton>
      <Tooltip className={styles.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
