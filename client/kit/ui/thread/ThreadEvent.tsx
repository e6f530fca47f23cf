import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useRefName } from '../../refs/refs.ts';
import type { Activity } from '../detail/useActivities.ts';
import { useFieldWords } from '../form/form-context.ts';

const eventClass = styleClass({
  py: '1',
  ps: '10',
  textStyle: 'xs',
  color: 'fg.muted',
  '& > strong': { fontWeight: 'medium' },
  '& > time': { color: 'fg.subtle', ms: '2' },
  '& > p': { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
});

const textIn = (values: Activity['after'], name: string): string | null =>
  typeof values?.[name] === 'string' ? values[name] : null;

/** An act between messages: who, what, to whom, and the reason. */
export function ThreadEvent({ definition, event }: { definition: Definition; event: Activity }) {
  const { t } = useTranslation('kit');
  const { when } = useFormats();
  const say = useFieldWords(definition.name);
  const worker = useRefName('employee', textIn(event.after, 'assigneeId'));
  const reason = textIn(event.after, 'reason');
  return (
    <div className={eventClass()} data-event={event.action}>
      <strong>{event.actor.name || t('activity.system')}</strong> · {say.action(event.action)}
      {worker && worker !== event.actor.name && ` → ${worker}`}
      <time dateTime={event.at}>{when(event.at, now())}</time>
      {reason && <p>{reason}</p>}
    </div>
  );
}
