import type { flowProgress } from '@lobby/shared/modules/approval-flow.contract.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { FORM_TYPES } from '@lobby/shared/modules/form-flow.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { REGISTRY } from '../../shell/registry.ts';
import { styleClass } from '../../theme/classes.ts';

const headClass = styleClass({ textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', mt: '4', mb: '1' });
const listClass = styleClass({ listStyle: 'none', m: '0', p: '0' });

const FORMS: readonly string[] = Object.values(FORM_TYPES);
const routeOf = (module: string) =>
  REGISTRY.find(definition => definition.code === module && FORMS.includes(definition.name))?.route;

/** Forms currently in a flow, and the average duration of its steps. */
export function ProgressTab({ id }: { id: string }) {
  const { t } = useTranslation('approval-flow');
  const { number } = useFormats();
  const { data } = useContract<typeof flowProgress>('/approval-flow/:id/progress', {
    params: { id },
    follow: approvalFlow.code,
  });
  return (
    <DetailBody>
      <h3 className={headClass()}>{t('progress.hours')}</h3>
      <ul className={listClass()} aria-busy={!data}>
        {data?.steps.map(({ stepName, hours, count }, at) => (
          <Line
            key={stepName}
            title={`${at + 1}. ${stepName}`}
            note={hours === null ? t('progress.never') : t('progress.step', { hours: number(hours), count })}
          />
        ))}
      </ul>
      <h3 className={headClass()}>{t('progress.forms')}</h3>
      {data?.forms.length === 0 && <p>{t('progress.none')}</p>}
      <ul className={listClass()} aria-busy={!data}>
        {data?.forms.map(form => (
          <Line
            key={form.id}
            to={`../${routeOf(form.module)}?id=${form.id}`}
            title={[form.code, form.unitCode].filter(Boolean).join(' · ')}
            note={form.stepName}
            after={form.dueAt && <SlaTime due={form.dueAt} />}
          />
        ))}
      </ul>
    </DetailBody>
  );
}
