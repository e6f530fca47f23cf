import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { ArrowRight } from 'lucide-react';
import { styleClass } from '../../../../theme/classes.ts';
import { isSame } from '../../form/changes.ts';
import { FieldValue } from '../../form/FieldValue.tsx';
import { useFieldWords } from '../../form/form-context.ts';
import { GrantChanges } from './GrantChanges.tsx';
import type { Activity } from './useActivities.ts';

const changeClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2',
  mt: '0.5',
  color: 'fg.muted',
  '& > b': { fontWeight: 'normal', color: 'fg.subtle' },
  '& > svg': { w: '3', h: '3', color: 'fg.subtle' },
  '& > del': { textDecoration: 'none', overflowWrap: 'anywhere' },
  '& > ins': { textDecoration: 'none', color: 'fg', overflowWrap: 'anywhere' },
});

/** An entry of the activity, or a future one. */
type Entry = Pick<Activity, 'action' | 'before' | 'after'>;
const STATUS: Field = { kind: 'text', max: 60 };

/** Changed fields and status; for a new record none, since the record itself shows its values. */
function changesOf(definition: Definition, { action, before, after }: Entry): [string, Field][] {
  if (action === 'create' || action === 'remove' || !after) return [];
  return Object.keys(after).flatMap((name): [string, Field][] => {
    const field = name === 'status' ? STATUS : definition.fields[name];
    return field && !field.internal && !isSame(before?.[name], after[name]) ? [[name, field]] : [];
  });
}

/** Items that one list has and the other lacks. */
function lacking(has: unknown, other: unknown): unknown[] {
  const lacks = new Set(Array.isArray(other) ? other : []);
  return Array.isArray(has) ? has.filter(item => !lacks.has(item)) : [];
}

/** Changes of an activity entry, one line per field: before and after in words. */
export function Changes({ definition, row }: { definition: Definition; row: Entry }) {
  const say = useFieldWords(definition.name);
  const shown = (name: string, field: Field, value: unknown) =>
    name === 'status' && value ? (
      say.status(String(value))
    ) : (
      <FieldValue definition={definition} name={name} field={field} value={value} />
    );
  const line = (name: string, field: Field) => {
    const [before, after] = [row.before?.[name], row.after?.[name]];
    if (row.before && field.kind === 'refs') {
      const [removed, added] = [lacking(before, after), lacking(after, before)];
      return (
        <>
          {removed.length > 0 && <del>− {shown(name, field, removed)}</del>}
          {added.length > 0 && <ins>+ {shown(name, field, added)}</ins>}
        </>
      );
    }
    return (
      <>
        {row.before && (
          <>
            <del>{shown(name, field, before)}</del>
            <ArrowRight aria-hidden />
          </>
        )}
        <ins>{shown(name, field, after)}</ins>
      </>
    );
  };
  if (row.after?.permissions) return <GrantChanges row={row} className={changeClass()} />;
  return changesOf(definition, row).map(([name, field]) => (
    <div key={name} className={changeClass()}>
      <b>{say.label(name, field)}</b>
      {line(name, field)}
    </div>
  ));
}
