import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { styleClass } from '../../theme/classes.ts';
import type { Quorum } from './quorum.ts';

const barsClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > p': { m: '0', fontWeight: 'semibold' },
  '& [data-tone=done]': { color: 'done.fg' },
  '& [data-tone=waiting]': { color: 'waiting.fg' },
  '& [data-bar] > span': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2' },
  '& strong': { fontVariantNumeric: 'tabular-nums' },
  '& progress': { w: 'full', h: '3', accentColor: 'var(--colors-accent)' },
  '& small': { color: 'fg.muted' },
});

/** Who is there, by units and by votes, and whether that is enough. */
export function QuorumBars({ of }: { of: Quorum }) {
  const { t } = useTranslation(conference.name);
  const say = useFieldWords(conference.name);
  const { number } = useFormats();
  const bars = [
    { label: t('attendance.units'), present: of.present.heads, eligible: of.eligible.heads, percent: of.percent.heads },
    {
      label: t('attendance.votes'),
      present: of.present.weight,
      eligible: of.eligible.weight,
      percent: of.percent.area,
    },
  ];
  return (
    <div className={barsClass()} aria-live="polite">
      <p data-tone={of.reached ? 'done' : 'waiting'}>{t(of.reached ? 'attendance.reached' : 'attendance.short')}</p>
      {bars.map(({ label, present, eligible, percent }) => (
        <div key={label} data-bar="">
          <span>
            <span>{label}</span>
            <strong>
              {t('attendance.of', { present: number(present), eligible: number(eligible), percent: number(percent) })}
            </strong>
          </span>
          <progress aria-label={label} max={100} value={percent} />
        </div>
      ))}
      <small>
        {t('attendance.needed', {
          needed: number(of.needed),
          basis: say.option('quorumBasis', of.basis).toLowerCase(),
        })}
      </small>
    </div>
  );
}
