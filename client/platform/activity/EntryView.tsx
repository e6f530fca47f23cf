import { chakra } from '@chakra-ui/react';
import { SETTINGS } from '@lobby/shared/modules/setting-history.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { Avatar } from '../../kit/ui/marks/Avatar.tsx';
import { REGISTRY } from '../../shell/registry.ts';
import { styleClass } from '../../theme/classes.ts';
import type { Entry } from './history.ts';
import { EntityChanges } from './index.ts';

const entryClass = styleClass({
  display: 'flex',
  gap: '3',
  minW: '0',
  px: '4',
  py: '2.5',
  borderBottomWidth: '1px',
  borderColor: 'border',
});
const headClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '2',
  minW: '0',
  '& > b': { fontWeight: 'medium' },
  '& > small': { textStyle: 'xs', color: 'fg.subtle' },
  '& > time': {
    ms: 'auto',
    textStyle: 'xs',
    color: 'fg.subtle',
    whiteSpace: 'nowrap',
    fontFamily: 'figures',
  },
  '& > a': { color: 'accent.fg', minW: '0', overflowWrap: 'anywhere', _hover: { textDecoration: 'underline' } },
  '& > span': { overflowWrap: 'anywhere' },
});

const MACHINE_KEY = /^\S{25,}$/;

/** A history entry: actor, action, record, time, and changes. */
export function EntryView({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation(['kit', 'modules', 'activity']);
  const { dateTime, time } = useFormats();
  const isRegistered = REGISTRY.some(definition => definition.name === entry.entity);
  const say = useFieldWords(isRegistered ? entry.entity : (SETTINGS[entry.entity]?.name ?? 'activity'));
  const { opens } = entry;
  const name = entry.actor.name || t('activity.system');
  const hasOwn = i18n.exists(`${entry.entity}:actions.${entry.action}`);
  const word = hasOwn
    ? say.action(entry.action)
    : t(`activity.actions.${entry.action}`, { defaultValue: entry.action });
  const whole = [entry.record?.code, entry.record?.title].filter(Boolean).join(' · ');
  // A key that machines exchange tells people nothing: its noun does, and its end tells it apart.
  const title = MACHINE_KEY.test(whole) ? `${say.one} …${whole.slice(-6)}` : whole;
  return (
    <article className={entryClass()}>
      <Avatar person={{ id: entry.actor.id, name }} named />
      <chakra.div flex="1" minW="0">
        <div className={headClass()}>
          <b>{name}</b>
          <span>{word}</span>
          {title &&
            (opens ? (
              <RefLink to={opens.entity} id={opens.id}>
                {title}
              </RefLink>
            ) : (
              <span>{title}</span>
            ))}
          <small>{t(`modules:${entry.module}`)}</small>
          <time dateTime={entry.at} title={dateTime(entry.at)}>
            {time(entry.at)}
          </time>
        </div>
        <EntityChanges entity={entry.entity} row={entry} />
      </chakra.div>
    </article>
  );
}
