import type { planReach } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { useFormScope } from '../../../kit/ui/form/form-context.ts';
import { styleClass } from '../../../theme/classes.ts';

const reachClass = styleClass({ m: '0', p: '2', borderRadius: 'md', bg: 'bg.muted', textStyle: 'sm' });

/** Before saving a plan: how many of its works will change, and how many stay. */
export function PlanReach() {
  const { t } = useTranslation(maintenancePlan.name);
  const { recordId } = useFormScope();
  const { data } = useContract<typeof planReach>(
    '/maintenance-plan/:id/reach',
    recordId && { params: { id: recordId } },
  );
  if (!data) return null;
  const { follow, touched, going, done } = data;
  if (follow + touched + going + done === 0) return null;
  return (
    <p role="status" className={reachClass()} data-wide="">
      {t('reach', { follow, touched, going, done })}
    </p>
  );
}
