import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { registrationOutcome } from '@lobby/shared/modules/card-registration.contract.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { EntityChanges } from '../../../platform/activity/index.ts';
import { styleClass } from '../../../theme/classes.ts';

type Outcome = AnswerOf<typeof registrationOutcome>;

const partClass = styleClass({ mb: '4', '& > h3': { textStyle: 'sm', fontWeight: 'medium', mb: '1' } });

/** Changes of card and vehicle that completing the form would make. */
export function OutcomeTab({ id }: { id: string }) {
  const { t } = useTranslation([cardRegistration.name, 'errors']);
  const { data } = useContract<typeof registrationOutcome>('/card-registration/:id/outcome', {
    params: { id },
    follow: cardRegistration.code,
  });
  return (
    <DetailBody>
      {data?.refused && <p role="status">{t(`errors:${data.refused}`, { defaultValue: t('outcome.notNow') })}</p>}
      {data && !data.refused && data.changes.length === 0 && <p>{t('outcome.none')}</p>}
      {data?.changes.map(change => (
        <Part key={`${change.entity} ${change.id} ${change.action}`} change={change} />
      ))}
    </DetailBody>
  );
}

function Part({ change }: { change: Outcome['changes'][number] }) {
  const say = useFieldWords(change.entity);
  const row = { ...change, action: 'update' };
  return (
    <section className={partClass()}>
      <h3>{[say.one, change.title].filter(Boolean).join(' ')}</h3>
      <EntityChanges entity={change.entity} row={row} />
    </section>
  );
}
