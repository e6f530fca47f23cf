import { markupOf } from '@lobby/shared/kit/rich-text.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import { addBuiltIn, templateRevisionCollection } from '../modules/template/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

/** The variables as they are called now. */
const NAMES: Readonly<Record<string, string>> = {
  payer: 'member.name',
  unit: 'unit.code',
  code: 'notice.code',
  month: 'notice.month',
  owed: 'notice.remaining',
  total: 'notice.new',
  carried: 'notice.debt',
  dueDate: 'notice.due',
  daysLate: 'reminder.daysOverdue',
  lateFee: 'lateFee.amount',
  bank: 'bank.name',
  account: 'bank.accountNumber',
  holder: 'bank.beneficiary',
  transfer: 'bank.content',
  project: 'unit_group.name',
  hotline: 'unit_group.hotline',
};
const ONLY_LATE = new Set(['lateFee.amount']);

/** Words with the names of now; what its purpose does not know any more is left out. */
export function renamed(words: unknown, purpose: unknown): string | null {
  if (typeof words !== 'string') return null;
  return words.replace(/\{\{\s*(\w+)\s*\}\}/g, (all, name: string) => {
    const now = NAMES[name];
    if (!now) return all;
    if (now.startsWith('reminder.') && purpose === 'LATE_FEE') return '{{lateFee.days}}';
    const unknown =
      (ONLY_LATE.has(now) && purpose !== 'LATE_FEE') || (now.startsWith('reminder.') && purpose === 'NORMAL');
    return unknown ? '' : `{{${now}}}`;
  });
}

interface Old {
  _id: string;
  projectId: string;
  kind?: string;
  channel?: string;
  status?: string;
  subject?: string | null;
  content?: string;
  edition?: number;
  usedAt?: Date | null;
  author?: string | null;
  templateId?: string;
  createdAt: Date;
}

function wordsIn({ subject, content = '' }: Old, purpose: unknown, channel: unknown) {
  const said = renamed(content, purpose) ?? '';
  const isMail = channel === 'EMAIL';
  return {
    subject: isMail ? renamed(subject, purpose) : null,
    body: isMail ? markupOf(said) : null,
    text: isMail ? null : said,
  };
}

/** Templates get the names, the markup and the revisions of now, and each project the ready ones that it lacks. */
export const wordsOfTemplates: Migration = {
  name: '2026-11-25 words of templates',
  async run() {
    const rows = db().collection<Old>(collectionOf(template));
    const versions = db().collection<Old>('template-versions');
    const revisions = db().collection(templateRevisionCollection.name);
    for await (const doc of rows.find({ purpose: { $exists: false } })) {
      const { _id, projectId, kind: purpose = 'NORMAL', edition = 1 } = doc;
      // By Zalo it was said as by short message; it is none that goes out by itself.
      const isZalo = doc.channel === 'ZALO';
      const channel = isZalo ? 'SMS' : (doc.channel ?? 'EMAIL');
      const set = {
        purpose,
        channel,
        ...wordsIn(doc, purpose, channel),
        revision: edition,
        attachPdf: channel === 'EMAIL',
        accents: 'FOLD',
        active: doc.status === 'IN_USE' && !isZalo,
        note: null,
        reason: null,
        lastUsedAt: null,
        usedCount: 0,
      };
      await rows.updateOne(
        { _id },
        { $set: set, $unset: { kind: '', content: '', status: '', edition: '', usedAt: '' } },
      );
      for await (const old of versions.find({ templateId: _id })) {
        const { _id: id, edition: revision = 1, author, createdAt: at } = old;
        await revisions.updateOne(
          { projectId, templateId: _id, revision },
          { $setOnInsert: { _id: id, ...wordsIn(old, purpose, channel), at, by: author ?? '' } } as object,
          { upsert: true },
        );
      }
    }
    for (const project of await projects().find().toArray())
      await addBuiltIn(systemCtx(settingsOf(project), clockNow()));
  },
};
