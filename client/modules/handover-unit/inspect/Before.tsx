import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';
import { Photos } from './Photos.tsx';
import { type Earlier, earlierOf, type Promised, type ShownLine } from './sheet.ts';

/** Read-only stand-in for the `work` prop of `Photos`. */
export const NOTHING = { write: () => undefined, previews: new Map<string, string>() };

const boxClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '1.5',
  px: '3',
  py: '2',
  borderRadius: 'md',
  bg: 'bg.muted',
  textStyle: 'sm',
  '& > p': { m: '0', textStyle: 'sm', color: 'fg' },
  '& > p > b': { fontWeight: 'semibold' },
  '& > p[data-tone=bad] > b': { color: 'bad.fg' },
  '& > p[data-tone=done] > b': { color: 'done.fg' },
});

/** Returns a function that describes whether a promised repair was done. */
export function usePromise(): (promise: Promised) => string {
  const { t } = useTranslation('handover-schedule');
  const { day } = useFormats();
  return ({ status, closed, dueOn, repairedOn }) =>
    status === 'REPAIRED'
      ? [repairedOn && t('sheet.repairedOn', { day: day(repairedOn) }), closed && t('sheet.settled')]
          .filter(Boolean)
          .join(', ')
      : dueOn
        ? t('sheet.promised', { day: day(dueOn) })
        : '';
}

/** Result and promises of the previous round for a line; empty if there was nothing to report. */
export function Before({ line, earlier }: { line: ShownLine; earlier: Earlier | null | undefined }) {
  const { t } = useTranslation('handover-schedule');
  const promiseOf = usePromise();
  const { line: before, promises } = earlierOf(earlier, line);
  if (!earlier || (promises.length === 0 && before?.result !== 'FAIL')) return null;
  const images = promises.flatMap(promise => promise.images);
  return (
    <div className={boxClass()} data-before="">
      {before && (
        <p data-tone={before.result === 'FAIL' ? 'bad' : 'done'}>
          <b>{t('sheet.earlier', { round: earlier.round, result: t(`sheet.result.${before.result}`) })}</b>
          {before.note && ` · ${before.note}`}
        </p>
      )}
      {promises.map(promise => (
        <p key={promise.id} data-tone={promise.status === 'REPAIRED' ? 'done' : 'bad'}>
          {promise.code} <b>{promiseOf(promise)}</b>
          {promise.description !== before?.note && ` · ${promise.description}`}
        </p>
      ))}
      {(images.length > 0 || (before?.images.length ?? 0) > 0) && (
        <Photos
          of={{ key: line.key, images: images.length > 0 ? images : (before?.images ?? []) }}
          name={line.item}
          work={NOTHING}
          fixed
        />
      )}
    </div>
  );
}
