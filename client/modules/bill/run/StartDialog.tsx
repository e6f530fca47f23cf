import type { runScope } from '@lobby/shared/modules/bill-run.contract.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useId, useMemo } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { FieldPairs } from '../../../kit/ui/form/FieldPairs.tsx';
import { FormContext } from '../../../kit/ui/form/form-context.ts';
import { useFieldsForm } from '../../../kit/ui/form/useFieldsForm.ts';
import { useFormValues } from '../../../kit/ui/form/useFormValues.ts';
import { useSending } from '../../../kit/ui/form/useSending.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../../theme/classes.ts';

const { month, serviceIds, blockIds, floorIds, labelIds, unitIds, noticeMonth, paymentDueDate } = billRun.fields;
const FIELDS = { month, serviceIds, blockIds, floorIds, labelIds, unitIds, noticeMonth, paymentDueDate };
const RELEASED = { ...FIELDS, releaseAfter: billRun.fields.releaseAfter };
const SCOPE = ['blockIds', 'floorIds', 'labelIds', 'unitIds'] as const;
const PAIRS = ['month', 'noticeMonth', 'serviceIds', 'paymentDueDate', 'blockIds', 'floorIds', 'labelIds', 'unitIds'];

const formClass = styleClass({
  display: 'grid',
  gap: '4',
  '& ul': { display: 'grid', gap: '1', textStyle: 'sm' },
  '& li': { display: 'flex', gap: '2', justifyContent: 'space-between' },
  '& small': { color: 'fg.muted' },
});

/** Data available for the chosen month, by service. */
function Scope() {
  const { t } = useTranslation('bill-run');
  const { money, number } = useFormats();
  const chosen = useFormValues({ month }).month;
  const { data } = useContract<typeof runScope>(
    '/bill/run/scope',
    typeof chosen === 'string' && { query: { month: String(chosen) } },
  );
  const listed = data?.services.filter(service => service.units > 0) ?? [];
  if (listed.length === 0) return null;
  return (
    <ul aria-label={t('scope.title')}>
      {listed.map(service => (
        <li key={service.serviceId}>
          <RefName to="service" id={service.serviceId} />
          <small>
            {t('scope.units', { units: number(service.units), billed: number(service.billed) })}
            {` · ${money(service.previousTotal)}`}
          </small>
          {service.readingsMissing > 0 && (
            <Status tone="waiting" icon="clock">
              {t('scope.missing', { count: service.readingsMissing })}
            </Status>
          )}
        </li>
      ))}
    </ul>
  );
}

interface StartDialogProps {
  open: boolean;
  /** Initial month. */
  month: string;
  onClose: () => void;
  onStarted: (id: string) => void;
}

/** Starts a run, as a preview or directly. */
export function StartDialog({ open, month: begun, onClose, onStarted }: StartDialogProps) {
  const { t } = useTranslation(['bill-run', 'common']);
  const id = useId();
  const mayRelease = useCan(billRun.code, 'updateStatus');
  const keyOf = useIdempotencyKey();
  const fields = mayRelease ? RELEASED : FIELDS;
  const { form, showRefusal } = useFieldsForm(fields, { month: begun }, 'create', { errors: 'onSubmit' });
  const { busy, send } = useSending(showRefusal);
  const place = useMemo(
    () => ({ fields, name: billRun.name, group: 'fields' as const, hold: () => undefined }),
    [fields],
  );
  const begin = (dryRun: boolean) =>
    form.handleSubmit(async values => {
      const filled = Object.fromEntries(
        Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
      );
      const scope = Object.fromEntries(SCOPE.filter(name => name in filled).map(name => [name, filled[name]]));
      const rest = Object.fromEntries(Object.entries(filled).filter(([name]) => !(name in scope)));
      const body = { ...rest, scope, dryRun };
      await send(async () => {
        const { data } = await request<{ id: string }>('POST', billRun.path, {
          ...scopeNow(),
          body,
          idempotencyKey: keyOf(body),
        });
        onStarted(data.id);
      });
    });
  return (
    <Dialog
      open={open}
      wide
      title={t('actions.create')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button busy={busy} onClick={event => void begin(false)(event)}>
            {t('make')}
          </Button>
          <Button type="submit" form={id} look="filled" busy={busy}>
            {t('look')}
          </Button>
        </>
      }
    >
      <FormContext value={place}>
        <FormProvider {...form}>
          <form id={id} noValidate className={formClass()} onSubmit={event => void begin(true)(event)}>
            <FieldPairs names={PAIRS} wide={mayRelease ? ['releaseAfter'] : []} />
            <Scope />
          </form>
        </FormProvider>
      </FormContext>
    </Dialog>
  );
}
