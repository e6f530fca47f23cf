import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayNouns, type Wording } from '@lobby/shared/kit/nouns.ts';
import type { ResourceKey } from 'i18next';
import { ApiError, request } from '../http/api.ts';
import { accessToken } from '../http/token.ts';
import { scopeNow } from '../session/session.ts';

const NONE: Wording = { words: {}, texts: {} };

const raw = new Map<string, { language: Language; module: string; texts: ResourceKey }>();
const wordings = new Map<Language, Wording>();
const listeners = new Set<(language: Language) => void>();
let latest = 0;

/** Calls back when the wordings of a language have changed. */
export function onWording(listener: (language: Language) => void): void {
  listeners.add(listener);
}

/** Applies the wording to a file of texts, and keeps the original so that it can be reapplied. */
export function overrideTexts(language: Language, module: string, texts: ResourceKey): ResourceKey {
  raw.set(`${language}/${module}`, { language, module, texts });
  return say(language, module, texts, '');
}

/** All files of a language with the current wording. */
export function overrideAll(language: Language): { module: string; texts: ResourceKey }[] {
  return [...raw.values()]
    .filter(file => file.language === language)
    .map(({ module, texts }) => ({ module, texts: say(language, module, texts, '') }));
}

function say(language: Language, module: string, texts: ResourceKey, path: string): ResourceKey {
  const { words, texts: overrides } = wordings.get(language) ?? NONE;
  if (typeof texts === 'string') return sayNouns(overrides[`${module}:${path}`] ?? texts, language, words);
  return Object.fromEntries(
    Object.entries(texts).map(([key, inner]) => [key, say(language, module, inner, path ? `${path}.${key}` : key)]),
  );
}

/**
 * Loads the wording in a language: the white label's, and the project's once it is open. On failure the known wording stays.
 * Returns whether the server was reached.
 */
export async function loadWording(language: Language): Promise<boolean> {
  const turn = ++latest;
  const scope = accessToken() ? scopeNow() : {};
  const answer = await request<Wording>('GET', '/dictionary', { ...scope, query: { language } }).catch(
    error => error instanceof ApiError && error.status > 0,
  );
  // Requested again meanwhile, perhaps for another project: only the newest answer counts.
  if (typeof answer === 'boolean' || turn !== latest) return answer !== false;
  const { words, texts } = answer.data;
  const same = JSON.stringify(wordings.get(language) ?? NONE) === JSON.stringify({ words, texts });
  wordings.set(language, { words, texts });
  if (!same) for (const listener of listeners) listener(language);
  return true;
}
