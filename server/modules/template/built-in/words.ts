import type { TemplatePurpose } from '@lobby/shared/modules/template-words.ts';

export type Notice = Exclude<TemplatePurpose, 'LAYOUT'>;

/** Texts of a language for the templates of a new project. */
export interface BuiltInWords {
  /** Names of the templates in the list; the channel is appended. */
  names: Readonly<Record<TemplatePurpose, string>>;
  app: string;
  dear: string;
  /** Subject of a mail, and the paragraphs between greeting and amount. */
  mails: Readonly<Record<Notice, { subject: string; lead: readonly string[] }>>;
  labels: Readonly<Record<'due' | 'help' | 'off' | 'paid', string>>;
  texts?: Readonly<Record<Notice, string>>;
  /** App notifications contain no amounts, as others may see them on a locked screen. */
  notifications: Readonly<Record<Notice, { subject: string; text: string }>>;
}
