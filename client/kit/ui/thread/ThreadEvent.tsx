import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { now } from '../../http/clock.ts';
import { useFormats } from '../../i18n/formats.ts';
import type { Activity } from '../detail/activity/useActivities.ts';
import { useAssigned } from '../detail/related/useAssigned.ts';
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

/** An act between messages: who, what, to whom, and the reason. */
export function ThreadEvent({ definition, event }: { definition: Definition; event: Activity }) {
  const { t } = useTranslation('kit');
  const { when } = useFormats();
  const say = useFieldWords(definition.name);
  const { worker, byRule } = useAssigned(event);
  const reason = typeof event.after?.reason === 'string' ? event.after.reason : null;
  return (
    <div className={eventClass()} data-event={event.action}>
      {byRule && event.action === 'rule' ? null : (
        <>
          <strong>{event.actor.name || t('activity.system')}</strong> · {say.action(event.action)}
        </>
      )}
      {byRule ? ` · ${byRule}` : worker && worker !== event.actor.name && ` → ${worker}`}
      <time dateTime={event.at}>{when(event.at, now())}</time>
      {reason && <p>{reason}</p>}
    </div>
  );
}
