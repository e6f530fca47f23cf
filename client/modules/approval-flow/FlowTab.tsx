import type { FlowStep, FormFlow } from '@lobby/shared/modules/form-flow.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Avatar } from '../../kit/ui/marks/Avatar.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

const stepsClass = styleClass({
  m: '0',
  p: '0',
  listStyle: 'none',
  '& > li': { display: 'flex', gap: '3', py: '3', borderBottomWidth: '1px', borderColor: 'border' },
  '& > li > div': { flex: '1', minW: '0' },
  '& strong': { fontWeight: 'medium' },
  '& p': { m: '0', textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
});
const LOOKS = {
  PENDING: { tone: 'ended', icon: 'clock' },
  WAITING: { tone: 'waiting', icon: 'clock' },
  APPROVED: { tone: 'done', icon: 'circle-check' },
  REJECTED: { tone: 'bad', icon: 'ban' },
  CLOSED: { tone: 'ended', icon: 'circle-x' },
} as const;

function Step({ step, at, nobody }: { step: FlowStep; at: number; nobody: boolean }) {
  const { t } = useTranslation('approval-flow');
  const { dateTime } = useFormats();
  const person = useRefName('employee', step.by ?? step.approverId);
  const place = useRefName('position', step.positionId);
  const name = step.by || step.approverId ? person : place;
  return (
    <li>
      <Avatar person={{ id: step.by ?? step.approverId ?? step.positionId ?? step.id, name: name ?? '…' }} />
      <div>
        <strong>
          {at + 1}. {step.stepName}
        </strong>
        <p>
          {name ?? '…'}
          {step.onBehalf && ` · ${t('form.onBehalf')}`}
          {step.at && ` · ${dateTime(step.at)}`}
        </p>
        {step.note && <p>{step.note}</p>}
        {nobody && <p role="status">{t('form.nobody')}</p>}
        {step.status === 'WAITING' && step.dueAt && <SlaTime due={step.dueAt} form="long" />}
      </div>
      <Status {...LOOKS[step.status]}>{t(`form.statuses.${step.status}`)}</Status>
    </li>
  );
}

/** Approval steps of a form: approver, time and comment. */
function FlowTab({ name, id }: { name: string; id: string }) {
  const { t } = useTranslation('approval-flow');
  const entry = useAtomValue(useMemo(() => recordAtom(name, id), [name, id]));
  const { flow, stepApprovers = [] } = (entry?.row ?? {}) as {
    flow?: FormFlow | null;
    stepApprovers?: readonly string[];
  };
  return (
    <DetailBody>
      {flow ? (
        <>
          <p>{t('form.of', { name: flow.name, edition: flow.edition })}</p>
          <ol className={stepsClass()}>
            {flow.steps.map((step, at) => (
              <Step
                key={step.id}
                step={step}
                at={at}
                nobody={step.status === 'WAITING' && stepApprovers.length === 0}
              />
            ))}
          </ol>
        </>
      ) : (
        <p>{t('form.none')}</p>
      )}
    </DetailBody>
  );
}

/** Detail tab with the approval of a form. */
export function useFlowTab(name: string) {
  const { t } = useTranslation('approval-flow');
  return (id: string) => [{ value: 'flow', label: t('form.tab'), content: <FlowTab name={name} id={id} /> }];
}
