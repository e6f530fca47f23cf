import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { styleClass } from '../../theme/classes.ts';
import { paneClass } from './parts.ts';

interface Step {
  key: 'read' | 'billed' | 'told' | 'paid' | 'locked';
  done: boolean;
  count: number | null;
  of: number | null;
  day: string | null;
  link: string;
}

const PAUSE_MS = 5000;

const stepClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  minH: '9',
  px: '4',
  color: 'fg.muted',
  textDecoration: 'none',
  position: 'relative',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& > i': {
    display: 'grid',
    placeItems: 'center',
    w: '22px',
    h: '22px',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg',
    textStyle: 'xs',
    fontStyle: 'normal',
    zIndex: '1',
    '& svg': { w: '14px', h: '14px' },
  },
  // From one to the next.
  '&[data-joined]::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '26px',
    top: '-7px',
    h: '14px',
    borderInlineStartWidth: '1px',
    borderColor: 'border.emphasized',
  },
  '& small': { textStyle: 'xs', color: 'fg.subtle', ms: '1' },
  '& > time': { textStyle: 'xs', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '&[data-done]': { color: 'fg', '& > i': { bg: 'done.subtle', borderColor: 'done.subtle', color: 'done.fg' } },
  '&[aria-current]': {
    color: 'fg',
    fontWeight: 'semibold',
    '& > i': { bg: 'going.subtle', borderColor: 'going.subtle', color: 'going.fg' },
    '& > time': { color: 'waiting.fg' },
  },
});

/** How far the month of fees is: each step leads to where it is done. */
export function MonthPath({ projectId }: { projectId: string }) {
  const { t } = useTranslation('home');
  const { number, share, day } = useFormats();
  const id = useId();
  const { data } = useQuery<{ month: string; steps: Step[] } | null>('/home/month', {
    scope: { projectId },
    follow: 'BILL',
    delay: PAUSE_MS,
  });
  if (!data) return null;
  const { month, steps } = data;
  const now = steps.find(({ done }) => !done);
  const told = ({ key, count, of }: Step) => {
    if (count === null) return '';
    if (key === 'paid') return share(count);
    if (of !== null) return `${number(count)} / ${number(of)}`;
    return t(`monthPath.counts.${key}`, { count });
  };
  const when = (step: Step) => {
    const said = step.day && day(step.day).slice(0, 5);
    return said && step === now && step.key === 'paid' ? t('monthPath.due', { day: said }) : said;
  };
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>{t('monthPath.title', { month: day(month) })}</h2>
      <ol>
        {steps.map((step, n) => (
          <li key={step.key}>
            <Link
              className={stepClass()}
              to={`/projects/${projectId}/${step.link}`}
              data-joined={n > 0 ? '' : undefined}
              data-done={step.done ? '' : undefined}
              aria-current={step === now ? 'step' : undefined}
            >
              <i>{step.done ? <Check aria-hidden /> : n + 1}</i>
              <span className="cut">
                {t(`monthPath.${step.key}`)}
                {told(step) && <small>{told(step)}</small>}
              </span>
              <time dateTime={step.day ?? undefined}>{when(step)}</time>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
