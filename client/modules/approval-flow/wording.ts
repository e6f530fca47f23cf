import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import type { FormFlow } from '@lobby/shared/modules/form-flow.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';

/** Wording of acts: approve names its step; hand-on is only offered to those who configure flows. */
export function useStepWording() {
  const { t } = useTranslation('approval-flow');
  const sets = useCan(approvalFlow.code, 'write');
  return (row: object) => {
    const { flow } = row as { flow?: Pick<FormFlow, 'current' | 'count'> | null };
    return {
      ...(flow?.count && { approve: t('form.approveStep', { step: flow.current + 1, count: flow.count }) }),
      ...(!sets && { 'hand-on': null }),
    };
  };
}
