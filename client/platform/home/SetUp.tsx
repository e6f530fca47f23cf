import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { setUpSteps } from '@lobby/shared/modules/home.contract.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { paneClass } from './parts.ts';
import { useListPlace } from './places.ts';
import { StepLink } from './StepLink.tsx';

type Step = AnswerOf<typeof setUpSteps>[number];

/** Polling interval while steps are missing, since colleagues and imports complete them too. */
const EVERY_MS = 60_000;

/** Set-up steps of a new project in order; hidden once all are done. */
export function SetUp({ projectId }: { projectId: string }) {
  const { data } = useContract<typeof setUpSteps>('/home/set-up', { scope: { projectId }, every: EVERY_MS });
  return data?.some(({ done }) => !done) ? <Steps projectId={projectId} steps={data} /> : null;
}

function Steps({ projectId, steps }: { projectId: string; steps: readonly Step[] }) {
  const { t } = useTranslation(['home', ...steps.map(({ entity }) => entity)]);
  const place = useListPlace(projectId);
  const id = useId();
  const now = steps.find(({ done }) => !done);
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('setUp')}
        <small>{t('setUpDone', { done: steps.filter(({ done }) => done).length, all: steps.length })}</small>
      </h2>
      <ol>
        {steps.map((step, n) => (
          <li key={step.entity}>
            <StepLink to={place(step.entity, '') ?? '.'} nth={n + 1} done={step.done} now={step === now}>
              {t(`${step.entity}:plural`)}
            </StepLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
