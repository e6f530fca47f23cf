import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { invitedUnits } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { styleClass } from '../../../theme/classes.ts';

type Invitations = AnswerOf<typeof invitedUnits>;

/** Polling interval while invitations are being sent, in ms. */
const AGAIN_MS = 10_000;
const listClass = styleClass({
  mt: '5',
  '& h3': { fontWeight: 'semibold' },
  '& ul': { listStyle: 'none', m: '0', p: '0', mt: '2', display: 'grid', gap: '1' },
  '& [data-missed]': { color: 'bad.fg', overflowWrap: 'anywhere' },
  '& [data-waiting]': { color: 'waiting.fg' },
});

export const useInvitations = (id: string | null): Invitations | null =>
  useContract<typeof invitedUnits>(
    '/conference/:id/invited',
    id && { params: { id }, follow: conference.code, delay: 1000, every: AGAIN_MS },
  ).data;

/** Progress of invitations by channel: sent, waiting until when, not reachable. */
export function Invited({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const { dateTime, number } = useFormats();
  const say = useFieldWords(conference.name);
  const invitations = useInvitations(id);
  if (!invitations || invitations.ways.length === 0) return null;
  const { until, ways } = invitations;
  return (
    <section className={listClass()}>
      <h3>{t('invited.title')}</h3>
      <ul>
        {ways.map(({ channel, out, waiting, missed }) => {
          const late = channel === 'SMS' && until !== null;
          return (
            <li key={channel}>
              <strong>{say.option('channel', channel)}</strong>: {t('invited.out', { count: out })}
              {waiting > 0 && (
                <span data-waiting="">
                  {' · '}
                  {t(late ? 'invited.until' : 'invited.waiting', { count: waiting, at: late ? dateTime(until) : '' })}
                </span>
              )}
              {missed.map(({ reason, count, units }) => (
                <div key={reason} data-missed="">
                  {t('invited.missed', {
                    count,
                    reason: t(`invited.reasons.${reason}`),
                    units: units.join(', ') + (count > units.length ? ` +${number(count - units.length)}` : ''),
                  })}
                </div>
              ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
