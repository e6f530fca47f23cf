import type { TemplatePurpose } from '@lobby/shared/modules/template-words.ts';

export type Notice = Exclude<TemplatePurpose, 'LAYOUT'>;

/** What a language brings along for the templates that a project begins with. */
export interface BuiltInWords {
  /** How its templates are called in the list; the channel stands behind. */
  names: Readonly<Record<TemplatePurpose, string>>;
  app: string;
  dear: string;
  /** By mail: the subject, and the paragraphs between the greeting and what is to be paid. */
  mails: Readonly<Record<Notice, { subject: string; lead: readonly string[] }>>;
  /** `dueOfMonth`: where older debts are told beside what is asked for. */
  labels: Readonly<Record<'due' | 'dueOfMonth' | 'help' | 'off' | 'paid', string>>;
  texts?: Readonly<Record<Notice, string>>;
  /** In the app: no amounts, which others see on a locked screen. */
  notifications: Readonly<Record<Notice, { subject: string; text: string }>>;
}
