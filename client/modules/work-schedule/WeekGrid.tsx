import { defineRecipe } from '@chakra-ui/react';
import { clockOf } from '@lobby/shared/kit/hours.ts';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recipeClass, styleClass } from '../../theme/classes.ts';
import { PALETTES } from './looks.ts';
import { hoursShown, type Shift, type WeekDay } from './week.ts';

const HOUR = 36;

const gridClass = styleClass({
  display: { base: 'block', md: 'grid' },
  gridTemplateColumns: '52px repeat(7, minmax(96px, 1fr))',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  '& > [data-hours]': { display: { base: 'none', md: 'block' }, position: 'relative', pt: '13' },
  '& > [data-hours] time': {
    display: 'block',
    pe: '2',
    textAlign: 'end',
    textStyle: 'xs',
    color: 'fg.muted',
    mt: '-8px',
    mb: '8px',
  },
});

const dayClass = styleClass({
  borderInlineStartWidth: { base: '0', md: '1px' },
  borderBottomWidth: { base: '1px', md: '0' },
  borderColor: 'border',
  minW: '0',
  '& > header': {
    position: { base: 'static', md: 'sticky' },
    top: '0',
    zIndex: '1',
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    justifyContent: { base: 'flex-start', md: 'center' },
    alignItems: { base: 'baseline', md: 'flex-start' },
    gap: { base: '2', md: '0' },
    h: { base: 'auto', md: '13' },
    px: { base: '4', md: '2' },
    pt: { base: '3', md: '0' },
    bg: 'bg',
    borderBottomWidth: { base: '0', md: '1px' },
    borderColor: 'border',
    textStyle: 'sm',
  },
  '& > header strong': { fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& > header small': { textStyle: 'xs', color: 'fg.muted', flex: { base: '1', md: 'none' }, maxW: 'full' },
  '&[data-today] > header strong': { color: 'accent.fg' },
  '&[data-off] > div': { bg: 'bg.subtle' },
  '& > header small[data-holiday]': { color: 'bad.fg' },
  '& > div': {
    position: 'relative',
    display: { base: 'flex', md: 'block' },
    flexDirection: 'column',
    gap: '1',
    px: { base: '4', md: '0' },
    py: { base: '2', md: '0' },
    h: { base: 'auto', md: 'var(--height)' },
    backgroundImage: {
      base: 'none',
      md: `repeating-linear-gradient(to bottom, color-mix(in srgb, currentColor 12%, transparent) 0 1px, transparent 1px ${HOUR}px)`,
    },
  },
});

const shiftClass = recipeClass(
  defineRecipe({
    base: {
      position: { base: 'static', md: 'absolute' },
      display: 'flex',
      flexDirection: { base: 'row', md: 'column' },
      alignItems: { base: 'center', md: 'flex-start' },
      columnGap: '2',
      top: 'var(--top)',
      insetInlineStart: 'var(--start)',
      h: { base: 'auto', md: 'var(--height)' },
      w: { base: 'full', md: 'var(--width)' },
      minH: { base: 'target', md: '5' },
      px: { base: '1.5', md: '1' },
      py: '0.5',
      overflow: 'hidden',
      containerType: 'inline-size',
      textAlign: 'start',
      borderRadius: 'sm',
      borderInlineStartWidth: '3px',
      borderColor: 'colorPalette.fg',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      textStyle: 'xs',
      _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '1px' },
      '&[data-faint]': { opacity: { base: '1', md: '0.55' } },
      '& b': { fontWeight: 'semibold' },
      // Beside two other shifts there is room for the start time only; the end is visible from the height.
      '@container (max-width: 76px)': { '& b > span': { display: 'none' } },
      '& span': { maxW: 'full' },
    },
    variants: {
      color: Object.fromEntries(Object.entries(PALETTES).map(([color, colorPalette]) => [color, { colorPalette }])),
    },
  }),
);

interface WeekGridProps {
  days: readonly WeekDay[];
  today: string;
  onOpen: (id: string) => void;
}

/** Shifts of a week in columns of hours; on phones a list of days. Arrow keys move between shifts. */
export function WeekGrid({ days, today, onOpen }: WeekGridProps) {
  const { t } = useTranslation('work-schedule');
  const { day: dayWords } = useFormats();
  const grid = useRef<HTMLDivElement>(null);
  const { first, last } = hoursShown(days);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('[data-shift]') ?? [])];
    const next = all[all.findIndex(cell => cell.matches(':focus')) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shifts in it are buttons; arrows are a shorter way between them
    <div ref={grid} className={gridClass()} onKeyDown={walk}>
      <div data-hours="" aria-hidden>
        {Array.from({ length: last - first + 1 }, (_, n) => first + n).map(hour => (
          <time key={hour} style={{ height: HOUR }}>
            {clockOf(hour * 60)}
          </time>
        ))}
      </div>
      {days.map(({ day, weekday, holiday, shifts }) => (
        <section
          key={day}
          className={dayClass()}
          data-today={day === today || undefined}
          data-off={holiday || shifts.length === 0 ? '' : undefined}
          aria-label={`${t(`fields.${weekday}`)} ${dayWords(day)}`}
        >
          <header>
            <strong>
              {t(`short.${weekday}`)} {dayWords(day).slice(0, 5)}
            </strong>
            {holiday ? (
              <small data-holiday="" className="cut" title={holiday.name}>
                {holiday.name}
              </small>
            ) : (
              shifts.length === 0 && <small>{t('week.off')}</small>
            )}
          </header>
          <div style={vars({ height: `${(last - first) * HOUR}px` })}>
            {shifts.map(shift => (
              <Block
                key={`${shift.schedule.id}${shift.from}`}
                shift={shift}
                first={first}
                faint={holiday !== undefined}
                label={t('week.shift', {
                  name: shift.schedule.name,
                  day: t(`fields.${weekday}`),
                  from: clockOf(shift.from),
                  to: clockOf(shift.to),
                })}
                onOpen={onOpen}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

/** CSS variables; the class uses them on wide screens only. */
const vars = (measures: Record<string, string>) =>
  Object.fromEntries(Object.entries(measures).map(([name, value]) => [`--${name}`, value]));

interface BlockProps {
  shift: Shift;
  first: number;
  faint: boolean;
  label: string;
  onOpen: (id: string) => void;
}

function Block({ shift, first, faint, label, onOpen }: BlockProps) {
  const { schedule, from, to, lane, lanes } = shift;
  return (
    <button
      type="button"
      data-shift=""
      data-faint={faint || undefined}
      className={shiftClass({ color: schedule.color })}
      title={label}
      style={vars({
        top: `${(from / 60 - first) * HOUR + 1}px`,
        height: `${((to - from) / 60) * HOUR - 2}px`,
        start: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${100 / lanes}% - 4px)`,
      })}
      onClick={() => onOpen(schedule.id)}
    >
      <b>
        {clockOf(from)}
        <span>–{clockOf(to)}</span>
      </b>
      <span>{schedule.name}</span>
    </button>
  );
}
