import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import { template } from '@lobby/shared/modules/template.ts';
import type { TemplateChannel, TemplatePurpose } from '@lobby/shared/modules/template-words.ts';
import { type Doc, records } from '../../kit/store/records.ts';

/** Active templates of a project by purpose, channel and language. */
export type ProjectWords = ReadonlyMap<string, Doc<typeof template>>;

const slotOf = (purpose: TemplatePurpose, channel: TemplateChannel, language: Language): string =>
  `${purpose}:${channel}:${language}`;

/** Loads the active templates of a project; with `purposes` only those of them. */
export async function loadWords(projectId: string, purposes?: readonly TemplatePurpose[]): Promise<ProjectWords> {
  const wanted = { active: true, ...(purposes && { purpose: { $in: purposes } }) };
  const active = await records(template).find({ projectId }, wanted, { sort: { _id: 1 }, limit: 500 });
  return new Map(active.map(doc => [slotOf(doc.purpose, doc.channel, doc.language), doc]));
}

/** Template in the recipient's language, else in Vietnamese, else in English; null if there is none. */
export const templateFor = (
  words: ProjectWords,
  purpose: TemplatePurpose,
  channel: TemplateChannel,
  language: Language,
): Doc<typeof template> | null =>
  Array.of<Language>(language, DEFAULT_LANGUAGE, 'en')
    .map(candidate => words.get(slotOf(purpose, channel, candidate)))
    .find(Boolean) ?? null;
