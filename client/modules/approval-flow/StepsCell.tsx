import type { ApprovalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { useTranslation } from 'react-i18next';

/** Steps of a flow in one line, e.g. `Kỹ thuật 8 giờ → Trưởng ban 24 giờ`. */
export function StepsCell({ steps }: Pick<ApprovalFlow, 'steps'>) {
  const { t } = useTranslation('approval-flow');
  return (
    <span className="cut">
      {steps.map(({ stepName, slaHours }) => t('form.stepHours', { name: stepName, count: slaHours })).join(' → ')}
    </span>
  );
}
