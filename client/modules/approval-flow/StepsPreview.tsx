import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { ArrowRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

const lineClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  m: '0',
  p: '0',
  listStyle: 'none',
  textStyle: 'sm',
  '& > li': { px: '3', py: '1.5', bg: 'bg.muted', borderRadius: 'md', minW: '0' },
  '& > li[aria-hidden]': { p: '0', bg: 'transparent', color: 'fg.muted' },
  '& strong': { display: 'block', fontWeight: 'medium' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

const ASKED = { steps: approvalFlow.fields.steps };

interface Step {
  stepName?: string | null;
  approverId?: string | null;
  positionId?: string | null;
  deputyId?: string | null;
  slaHours?: number | null;
}

/** Preview of the steps while the form is edited. */
export function StepsPreview() {
  const { t } = useTranslation('approval-flow');
  const { steps } = useFormValues(ASKED);
  const named = (Array.isArray(steps) ? (steps as Step[]) : []).filter(({ stepName }) => stepName);
  if (named.length === 0) return null;
  return (
    <section aria-label={t('preview.label')}>
      <ol className={lineClass()}>
        {named.map(({ stepName, approverId, positionId, deputyId, slaHours }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place
          <Fragment key={at}>
            {at > 0 && (
              <li aria-hidden>
                <ArrowRight size={16} />
              </li>
            )}
            <li>
              <strong>{slaHours ? t('form.stepHours', { name: stepName, count: slaHours }) : stepName}</strong>
              <small>
                {approverId && <RefName to="employee" id={approverId} />}
                {!approverId && positionId && <RefName to="position" id={positionId} />}
                {!approverId && !positionId && t('preview.nobody')}
                {deputyId && (
                  <>
                    {' · '}
                    <RefName to="employee" id={deputyId} />
                  </>
                )}
              </small>
            </li>
          </Fragment>
        ))}
      </ol>
    </section>
  );
}
