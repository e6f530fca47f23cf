import type { NoticeChannel } from '@lobby/shared/modules/notice-run.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

/** The words that a project gave its notices, by kind, channel and language. */
export type ProjectWords = ReadonlyMap<string, Stored>;

const slotOf = (kind: unknown, channel: unknown, language: unknown): string => `${kind}:${channel}:${language}`;

/** The templates in use; of two that came to it at once, the later. */
export async function wordsOf(projectId: string): Promise<ProjectWords> {
  const used = await modelOf(template)
    .find({ projectId, deletedAt: null, status: 'IN_USE' })
    .sort({ usedAt: 1, _id: 1 })
    .limit(500)
    .lean<Stored[]>();
  return new Map(used.map(one => [slotOf(one.kind, one.channel, one.language), one]));
}

/** The template for a notice, where the project has one in use. */
export const templateFor = (words: ProjectWords, kind: string, channel: NoticeChannel, language: string) =>
  words.get(slotOf(kind, channel, language));
