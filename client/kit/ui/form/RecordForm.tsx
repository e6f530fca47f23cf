import { answers, type Definition, makingFlag, staysWithUnit } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../controls/Button.tsx';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import { FIRST_FIELD } from '../overlay/Dialog.tsx';
import { FormFrame } from './FormFrame.tsx';
import { FormNotice } from './FormNotice.tsx';
import { FormContext } from './form-context.ts';
import { Conflict } from './guards/Conflict.tsx';
import { LeaveGuard } from './guards/LeaveGuard.tsx';
import { OverGuard } from './guards/OverGuard.tsx';
import { FieldInput } from './inputs/FieldInput.tsx';
import { type RecordFormProps, useRecordForm } from './useRecordForm.ts';

/** Editable fields, or the named ones in their order. */
function pickFields(definition: Definition, names: readonly string[] | undefined): Fields {
  const open = Object.keys(definition.fields).filter(name => !definition.fields[name]?.readOnly);
  const picked: Fields = {};
  for (const name of names ?? open) {
    const field = definition.fields[name];
    if (field) picked[name] = field;
  }
  return picked;
}

/** Fields editable in an existing record; undefined for all. */
const editsOf = (definition: Definition, doc: Readonly<Record<string, unknown>>): readonly string[] | undefined =>
  staysWithUnit(definition, doc)
    ? (definition.edits ?? Object.keys(definition.fields)).filter(name => name !== 'unitId')
    : definition.edits;

/** Form to create or edit a record by its definition, with drafts, refusals and conflicts. */
export function RecordForm<D extends Definition>(props: RecordFormProps<D>) {
  const { definition, doc, children, onCancel } = props;
  const { t } = useTranslation('kit');
  const frame = useRef<HTMLFormElement>(null);
  const { inputs } = props;
  const fields = useMemo(
    () => ({ ...pickFields(definition, props.fields), ...(!doc && inputs) }),
    [definition, props.fields, doc, inputs],
  );
  const state = useRecordForm({ ...props, fields, frame });
  const makes = useCan(definition.code, makingFlag(definition));
  const creates = makes && answers(definition, 'create');
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // A dialog sets the focus itself; on a page nothing has it yet.
    if (document.activeElement !== document.body) return;
    frame.current?.parentElement?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, []);
  const place = useMemo(
    () => ({
      fields,
      name: definition.name,
      recordId: doc?.id,
      group: 'fields' as const,
      edits: doc && !state.gone ? editsOf(definition, doc) : undefined,
      hold: state.hold,
    }),
    [fields, definition, doc, state.gone, state.hold],
  );
  if (state.conflict)
    return (
      <Conflict
        definition={definition}
        fields={fields}
        conflict={state.conflict}
        busy={state.busy}
        onSave={state.resolve}
        onCancel={state.reconsider}
      />
    );
  return (
    <FormContext value={place}>
      <FormProvider {...state.form}>
        <FormFrame
          ref={frame}
          onSubmit={state.submit}
          footer={
            <>
              <LeaveButton data-cancel="" onClick={() => (state.unsaved() ? setLeaving(true) : onCancel())} />
              {(!state.gone || creates) && (
                <Button type="submit" look="filled" busy={state.busy}>
                  {state.gone ? t('form.createNew') : (props.save ?? t(doc ? 'form.save' : 'form.create'))}
                </Button>
              )}
            </>
          }
        >
          <FormNotice
            gone={state.gone}
            creates={creates}
            refusal={state.refusal}
            onRetry={state.submit}
            restored={state.restored}
            onDiscard={state.discard}
          />
          {children ?? Object.keys(fields).map(name => <FieldInput key={name} name={name} />)}
        </FormFrame>
      </FormProvider>
      <OverGuard over={state.over} onAnswer={state.answerOver} />
      <LeaveGuard
        unsaved={state.unsaved}
        asked={leaving}
        onAnswer={leave => {
          setLeaving(false);
          if (leave) state.leave(onCancel);
        }}
      />
    </FormContext>
  );
}
