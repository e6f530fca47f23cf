import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useExact } from '../votes/exact.ts';
import type { Quorum } from './quorum.ts';

const barsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > p': { m: '0', fontWeight: 'semibold' },
  '& [data-tone=done]': { color: 'done.fg' },
  '& [data-tone=waiting]': { color: 'waiting.fg' },
  '& [data-bar] > span': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2' },
  '& strong': { fontFamily: 'figures' },
  '& [data-track]': { position: 'relative', mt: '1' },
  '& progress': {
    ...progressLook,
    h: '3',
  },
  '& [data-line]': { position: 'absolute', top: '-3px', bottom: '-3px', w: '2px', bg: 'fg' },
  '&[data-big]': {
    textStyle: 'lg',
    '& > p': { fontSize: '28px' },
    '& strong': { fontSize: '28px' },
    '& small': { fontSize: '18px' },
    '& progress': { h: '5' },
  },
  '& small': { color: 'fg.muted' },
});

/** Attendance by units and votes against the quorum; `big` for reading from a distance. */
export function QuorumBars({ of, big }: { of: Quorum; big?: boolean }) {
  const { t } = useTranslation(conference.name);
  const say = useFieldWords(conference.name);
  const exact = useExact();
  const bars = [
    {
      label: t('attendance.units'),
      counts: of.basis !== 'AREA',
      present: of.present.heads,
      eligible: of.eligible.heads,
      percent: of.percent.heads,
    },
    {
      label: t('attendance.votes'),
      counts: of.basis !== 'HEADS',
      present: of.present.weight,
      eligible: of.eligible.weight,
      percent: of.percent.area,
    },
  ];
  return (
    <div className={barsClass()} aria-live="polite" data-big={big || undefined}>
      <p data-tone={of.reached ? 'done' : 'waiting'}>{t(of.reached ? 'attendance.reached' : 'attendance.short')}</p>
      {bars.map(({ label, counts, present, eligible, percent }) => (
        <div key={label} data-bar="">
          <span>
            <span>{label}</span>
            <strong>
              {t('attendance.of', { present: exact(present), eligible: exact(eligible), percent: exact(percent) })}
            </strong>
          </span>
          <div data-track="">
            <progress aria-label={label} max={100} value={percent} />
            {counts && <i data-line="" style={{ insetInlineStart: `${of.needed}%` }} />}
          </div>
        </div>
      ))}
      <small>
        {t('attendance.needed', {
          needed: exact(of.needed),
          basis: say.option('quorumBasis', of.basis).toLowerCase(),
        })}
      </small>
    </div>
  );
}
