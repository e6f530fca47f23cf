import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { Button, IconButton } from '../controls/Button.tsx';
import { QuietActs } from '../controls/quiet-acts.ts';
import { AvatarStack } from '../marks/Avatar.tsx';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';
import { useOthers } from './others.ts';

const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  columnGap: '2',
  flex: 'none',
  // A visible name wraps above the tools if there is too little room.
  flexWrap: 'wrap',
  minH: '13',
  px: '4',
  minW: '0',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: 'none',
    flexWrap: 'wrap',
    maxW: 'full',
    minH: '10',
  },
  '& > div:last-child': { ms: 'auto' },
  // Beside an open record further buttons show only their icon, so that the name stays whole in the same line.
  '&[data-quiet]': {
    '& > div': { flexWrap: 'nowrap' },
    '& > div:first-of-type button:has(> svg + span)': { w: 'control', px: '0', '& > span': { srOnly: true } },
  },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold', minW: '0' },
  '& small': { textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap', mx: '2' },
});

interface TitleBarProps {
  /** Label of the primary button. */
  createLabel: string;
  /** Less prominent while a record is open, whose act is primary then. */
  quiet?: boolean;
  /** Another act of the screen is primary. */
  second?: boolean | undefined;
  /** The button is an icon only. */
  narrow?: boolean;
  /** Content beside the title. */
  extras?: ReactNode;
  /** Icon buttons before the primary one. */
  children?: ReactNode;
}

/** Title of a list, other viewers, and acts on the whole list. */
export function TitleBar({ createLabel, quiet, second, narrow, extras, children }: TitleBarProps) {
  const { onCreate } = useListModel();
  const t = useListWords();
  return (
    <div className={barClass()} data-quiet={quiet ? '' : undefined}>
      <div>
        <h1 className="cut">{t('plural')}</h1>
        <QuietActs value={quiet ?? false}>{extras}</QuietActs>
      </div>
      <div>
        {!quiet && <Others />}
        {children}
        {onCreate &&
          (narrow ? (
            <IconButton icon={Plus} label={createLabel} onClick={onCreate} />
          ) : (
            <Button look={quiet || second ? 'outline' : 'filled'} icon={Plus} aria-keyshortcuts="n" onClick={onCreate}>
              {createLabel}
            </Button>
          ))}
      </div>
    </div>
  );
}

function Others() {
  const { definition } = useListModel();
  const t = useListWords();
  const people = useOthers(definition.code);
  if (people.length === 0) return null;
  return (
    <>
      <AvatarStack people={people.map(({ id, name }) => ({ id, name }))} />
      <small>{t('kit:list.viewingWithYou')}</small>
    </>
  );
}
