import type { Language } from '@lobby/shared/kit/languages.ts';
import type { TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onZone, zoneNow } from '../base/zone.ts';
import { type Formats, formatsOf, type Span, spanOf } from './format.ts';
import { useLanguage } from './i18n.ts';

/** Formats of dates, numbers and money in the reader's language (or a document's) and the project's time zone. */
export function useFormats(ofPaper?: Language): Formats {
  const { language } = useLanguage();
  const current = useSyncExternalStore(onZone, zoneNow);
  return cachedFormats(ofPaper ?? language, current);
}

const made = new Map<string, Formats>();

/** Cached per language and time zone, because each list row asks for them. */
function cachedFormats(language: Language, timeZone: string): Formats {
  const key = `${language}|${timeZone}`;
  const formats = made.get(key) ?? formatsOf(language, timeZone);
  made.set(key, formats);
  return formats;
}

interface Spans extends Record<'bare' | 'left' | 'over' | 'ago', (ms: number) => string> {
  due: (words: string, when: string) => string;
}

const spansBy = new WeakMap<TFunction, Spans>();

/** Durations in words: `2 giờ`, `còn 2 giờ`, `quá 35 phút`, `5 phút trước`; `due`: `còn 2 giờ, hạn 12:40`. */
export function useSpans(): Spans {
  const { t } = useTranslation('common');
  const spans = spansBy.get(t) ?? spansOf(t);
  spansBy.set(t, spans);
  return spans;
}

function spansOf(t: TFunction): Spans {
  const bare = (ms: number) => {
    const { unit, count }: Span = spanOf(ms);
    return t(`time.${unit}`, { count });
  };
  return {
    bare,
    left: ms => t('time.left', { span: bare(ms) }),
    over: ms => t('time.over', { span: bare(ms) }),
    ago: ms => (Math.abs(ms) < 60_000 ? t('time.justNow') : t('time.ago', { span: bare(ms) })),
    due: (words, when) => t('time.due', { words, when }),
  };
}
