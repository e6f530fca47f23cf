import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import type { User } from '../../auth/users.ts';

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

/** The known language of an invited person: their own choice, that of their record, or the language of their nationality. */
function knownLanguage(
  user: Pick<User, 'language'> | null | undefined,
  { language, nationality }: Readonly<Record<string, unknown>>,
): Language | undefined {
  const chosen = user?.language ?? LANGUAGES.find(candidate => candidate === language);
  if (chosen || typeof nationality !== 'string' || nationality === '') return chosen;
  return SPOKEN[nationality] ?? 'en';
}

/** Language of the mail to an invited person, independent of the inviting one's. */
export const invitedLanguage = (...args: Parameters<typeof knownLanguage>): Language =>
  knownLanguage(...args) ?? DEFAULT_LANGUAGE;
