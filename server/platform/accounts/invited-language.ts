import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { User } from '../auth/users.ts';

const SPOKEN: Readonly<Record<string, Language>> = {
  VN: 'vi',
  JP: 'ja',
  KR: 'ko',
  KP: 'ko',
  CN: 'zh',
  TW: 'zh',
  HK: 'zh',
  MO: 'zh',
};

/** What is known of the language of somebody invited: what they chose themselves, what their record says, what is spoken where they come from. */
function knownLanguage(
  user: Pick<User, 'language'> | null | undefined,
  { language, nationality }: Readonly<Record<string, unknown>>,
): Language | undefined {
  const chosen = user?.language ?? LANGUAGES.find(one => one === language);
  if (chosen || typeof nationality !== 'string' || nationality === '') return chosen;
  return SPOKEN[nationality] ?? 'en';
}

/** The language of the mail to somebody invited; whoever invites them may speak another. */
export const invitedLanguage = (...known: Parameters<typeof knownLanguage>): Language =>
  knownLanguage(...known) ?? DEFAULT_LANGUAGE;
