/** Languages of the product; the first is the default (rules.md 9). */
export const LANGUAGES = ['vi', 'en', 'ja', 'zh', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'vi';

/** Language of an Accept-Language header; Vietnamese if it is missing, `*` or unknown (api.md). */
export function languageOf(header: string | undefined): Language {
  for (const part of header?.split(',') ?? []) {
    const tag = part.split(';')[0]?.trim().slice(0, 2).toLowerCase();
    const exact = LANGUAGES.find(language => language === tag);
    if (exact) return exact;
  }
  return DEFAULT_LANGUAGE;
}
