import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import type { MoneyShape } from '@lobby/shared/kit/money.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { useFormats } from '../../../i18n/formats.ts';

import { FieldValue } from '../../form/FieldValue.tsx';
import { useFieldWords } from '../../form/form-context.ts';
import { RefLink } from '../../form/RefLink.tsx';
import { Timeline } from '../activity/Timeline.tsx';
import { DetailBody } from '../DetailBody.tsx';
import type { DetailDrawerProps } from '../detail-props.ts';
import { RevealButton } from '../info/RevealButton.tsx';
import { useInfo } from '../info/useInfo.ts';
import { partsOf, sectionsOf, WHOLE } from './money-parts.ts';

const partClass = styleClass({
  pb: '3',
  '& + &': { borderTopWidth: '1px', borderColor: 'border', pt: '3' },
  '& > h3': { fontWeight: 'semibold', mb: '1.5' },
});
const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
  columnGap: '5',
  rowGap: '1.5',
  m: '0',
  '& dt': { textStyle: 'xs', color: 'fg.subtle' },
  // Hides the label of a single field, which the section names.
  '& [data-alone]': { display: 'none' },
  // No tabular digits here.
  '& dd': { m: '0', minW: '0', overflowWrap: 'anywhere' },
  // The caption of a table is not one of its heads.
  '& > [data-whole]': { gridColumn: '1 / -1', '& > dt': { textStyle: 'sm', color: 'fg.muted', mb: '1' } },
});

/** A titled section of a record's information. */
export function InfoPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={partClass()}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The code of a record of another module, as a link to it. */
function codeLink(field: Field, row: Row, name: string): ReactNode {
  const { id: at = '', by = {} } = (field.kind === 'text' && field.codeOf) || {};
  const id = row[at];
  const to = id ? by[String(row[name]).split('-')[0] ?? ''] : undefined;
  return to ? (
    <RefLink to={to} id={String(id)}>
      {String(row[name])}
    </RefLink>
  ) : null;
}

interface MoneyInfoProps {
  definition: Definition;
  id: string;
  shape?: MoneyShape | null;
  /** Sections of a record without amounts, and what its head says. */
  sections?: DetailDrawerProps['sections'];
  facts?: DetailDrawerProps['facts'];
  /** Content above the sections. */
  before?: ReactNode;
  /** The head shows the record's own title instead of money. */
  isTitled?: boolean;
  /** Sections rendered by the module. */
  parts?: DetailDrawerProps['parts'];
}

/** Information of a record in sections; of a money record with its last activity. */
export function MoneyInfo({ definition, id, shape, isTitled = false, parts, ...props }: MoneyInfoProps) {
  const { sections = [], facts = [], before } = props;
  const { t } = useTranslation('kit');
  const { dateTime } = useFormats();
  const say = useFieldWords(definition.name);
  const info = useInfo(definition, id);
  if (!info) return null;
  const { row, shownOf, hides, busy } = info;
  const values = (names: readonly string[], times: boolean) => {
    const reveal = hides(names);
    return (
      <dl className={gridClass()}>
        {names.map(name => {
          const field = definition.fields[name];
          const label = say.label(name, field);
          if (!field || label === name) return null;
          return (
            <div key={name} data-whole={WHOLE.has(field.kind) ? '' : undefined}>
              <dt data-alone={field.kind === 'lines' && names.length === 1 ? '' : undefined}>{label}</dt>
              <dd>
                {codeLink(field, row, name) ?? (
                  <FieldValue linked definition={definition} name={name} field={field} value={shownOf(name)} />
                )}
              </dd>
            </div>
          );
        })}
        {reveal && (
          <div data-whole="">
            <dt>{t('reveal.masked')}</dt>
            <dd>
              <RevealButton busy={busy} onClick={reveal} />
            </dd>
          </div>
        )}
        {times && (
          <div>
            <dt>{say.label('createdAt')}</dt>
            <dd>{dateTime(String(row.createdAt))}</dd>
          </div>
        )}
      </dl>
    );
  };
  const drawn = parts?.(row);
  const hasActivity = answers(definition, 'activities');
  const groups: [string, string[]][] = shape
    ? partsOf(definition, shape, row, { isTitled, drawn: Object.keys(drawn ?? {}) })
    : sectionsOf(definition, sections, facts, row);
  return (
    <DetailBody>
      {before}
      {groups.map(([part, names]) => {
        const content = drawn?.[part as keyof typeof drawn];
        const times = part === 'more' && !hasActivity;
        if (content === undefined && names.length === 0 && !times) return null;
        const usual = names.length > 0 || times ? values(names, times) : null;
        return (
          <InfoPart key={part} title={t([`detail.parts.${part}`, `money.parts.${part}`])}>
            {typeof content === 'function' ? content(usual) : (content ?? usual)}
          </InfoPart>
        );
      })}
      {shape && hasActivity && (
        <InfoPart title={t('money.parts.course')}>
          <Timeline
            definition={definition}
            id={id}
            made={String(row.createdAt)}
            by={typeof row.cashierId === 'string' ? row.cashierId : null}
          />
        </InfoPart>
      )}
    </DetailBody>
  );
}
