import { defineRecipe } from '@chakra-ui/react';
import { AlarmClock, Clock } from 'lucide-react';
import { recipeClass } from '../../../theme/classes.ts';
import { useClock } from '../../http/clock.ts';
import { urgencyOf } from '../../i18n/format.ts';
import { useFormats, useSpans } from '../../i18n/formats.ts';

const slaClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      whiteSpace: 'nowrap',
      verticalAlign: 'top',
      '& svg': { w: '14px', h: '14px' },
    },
    variants: {
      urgency: {
        far: { color: 'fg.muted' },
        soon: { color: 'waiting.fg', fontWeight: 'medium' },
        past: { color: 'bad.fg', fontWeight: 'medium' },
      },
    },
  }),
);

interface SlaTimeProps {
  /** Due time, ISO. */
  due: string;
  /** `short` below a heading: "2 giờ"; `worded` without one: "còn 2 giờ"; `long` in a detail: "còn 2 giờ, hạn 12:40". */
  form?: 'short' | 'worded' | 'long';
}

/** Time left until due, with a clock in the last hour, and an alarm with the word "quá" once overdue; updates itself. */
export function SlaTime({ due, form = 'short' }: SlaTimeProps) {
  const formats = useFormats();
  const spans = useSpans();
  const at = Date.parse(due);
  const urgency = useClock(now => urgencyOf(at, now));
  const words = useClock(now => {
    if (urgencyOf(at, now) === 'past') return spans.over(now - at);
    return form === 'short' ? spans.bare(at - now) : spans.left(at - now);
  });
  const when = useClock(now => (form === 'long' ? formats.when(due, now) : ''));
  const Icon = urgency === 'past' ? AlarmClock : Clock;
  return (
    <span className={slaClass({ urgency })} title={formats.dateTime(due)}>
      {(form === 'long' || urgency !== 'far') && <Icon />}
      {form === 'long' ? spans.due(words, when) : words}
    </span>
  );
}
