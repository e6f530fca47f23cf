import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import { projectFields, TEMPLATE_PARTS, TIME_ZONES, unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { ApiError, request } from '../../../kit/http/api.ts';
import { useDraft } from '../../../kit/offline/drafts.ts';
import { loadMe, scopeAtom } from '../../../kit/session/session.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { FormNotice } from '../../../kit/ui/form/FormNotice.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Values } from '../settings/editing.ts';
import { ChoiceField, IdentityFields, ValueField } from '../settings/inputs.tsx';
import { PlaceContext } from '../settings/place.ts';
import { zoneName } from '../settings/zones.ts';

const formClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  '& > fieldset:last-of-type': { borderWidth: '0', m: '0', p: '0' },
  '& > fieldset > legend': { textStyle: 'sm', fontWeight: 'semibold', p: '0', mb: '2' },
  '& [data-parts]': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, columnGap: '4' },
  '& > p': { m: '0', color: 'bad.fg', textStyle: 'sm' },
});

/** Values of the new project, and parts to copy. */
interface Wish {
  values: Values;
  parts: readonly string[];
}
const FIRST: Wish = {
  values: { timeZone: VIETNAM },
  parts: TEMPLATE_PARTS.filter(part => part !== 'structure'),
};

interface FormProps {
  id: string;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

/** Mounted while the dialog is open, so that retries use the same Idempotency-Key. */
export function NewBuildingForm({ id, onBusy, onClose }: FormProps) {
  const { t } = useTranslation(['unit-group', 'errors']);
  const scope = useAtomValue(scopeAtom);
  const navigate = useNavigate();
  const keeping = useDraft<Wish>({ projectId: scope.projectId ?? '', form: 'new-building' });
  const [typed, setTyped] = useState<Wish>();
  const { values, parts } = typed ?? keeping.draft?.values ?? FIRST;
  const put = (change: Partial<Wish>) => {
    const next = { values, parts, ...change };
    setTyped(next);
    keeping.save(next);
  };
  const discard = () => {
    setTyped(FIRST);
    void keeping.clear();
  };
  const [error, setError] = useState<ApiError | null>(null);
  const keyOf = useIdempotencyKey();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, parts };
    onBusy(true);
    setError(null);
    try {
      const { data } = await request<{ id: string; name: string }>('POST', unitGroup.path, {
        ...scope,
        body,
        idempotencyKey: keyOf(body),
      });
      await keeping.clear();
      await loadMe();
      toast({ tone: 'done', title: t('new.created', { name: data.name }) });
      onClose();
      void navigate(`/projects/${data.id}/${unitGroup.route}?part=general`);
    } catch (refused) {
      setError(refused instanceof ApiError ? refused : new ApiError(0, 'FAIL', '', null, ''));
    } finally {
      onBusy(false);
    }
  };
  const editing = {
    value: (name: string) => values[name],
    put: (name: string, value: unknown) => put({ values: { ...values, [name]: value } }),
    errorOf: (name: string) => {
      const fault = error?.fields[name];
      return fault && t(`errors:${fault.code}`, { ...fault.params, defaultValue: t('errors:INVALID') });
    },
  };
  if (keeping.draft === undefined) return null;
  const landed = error && Object.keys(error.fields).length > 0;
  return (
    <PlaceContext value={{ editing, words: 'fields', locked: () => false }}>
      <form id={id} onSubmit={event => void submit(event)} noValidate className={formClass()}>
        <FormNotice
          refusal={null}
          onRetry={() => {}}
          restored={typed === undefined && keeping.draft !== null}
          onDiscard={discard}
        />
        <FormPart title={t('groups.identity')}>
          <IdentityFields />
          <ValueField name="address" field={projectFields.address} wide />
          <ChoiceField name="timeZone" choices={TIME_ZONES.map(value => ({ value, label: zoneName(value) }))} />
        </FormPart>
        <fieldset>
          <legend>{t('new.take')}</legend>
          <div data-parts="">
            {TEMPLATE_PARTS.map(part => (
              <Checkbox
                key={part}
                label={t(`new.parts.${part}`)}
                checked={parts.includes(part)}
                onChange={event =>
                  put({ parts: event.target.checked ? [...parts, part] : parts.filter(other => other !== part) })
                }
              />
            ))}
          </div>
        </fieldset>
        {error && !landed && <Refused error={error.message || t('errors:FAIL')} code={error.code} />}
      </form>
    </PlaceContext>
  );
}
