import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Button } from '../../controls/Button.tsx';
import { Field } from '../../controls/Field.tsx';
import { Select } from '../../controls/Select.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import type { CalendarShape } from '../shapes/Calendar.tsx';
import { allSorts, sortWords } from '../sort/sorting.ts';
import { SheetFilters } from './SheetFilters.tsx';

interface FilterSheetProps {
  calendar?: CalendarShape | undefined;
  onClose: () => void;
}

/** Filters and sort of a list on phones. */
export function FilterSheet({ calendar, onClose }: FilterSheetProps) {
  const { definition, list, change } = useListModel();
  const { total, sort } = useAtomValue(list.view);
  const t = useListWords();
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" pb="4">
      <SheetFilters calendar={calendar} />
      <Field label={t('kit:list.sortBy')}>
        <Select
          value={sort}
          choices={allSorts(definition).map(value => ({ value, label: sortWords(value, t) }))}
          onChange={event => change({ sort: event.target.value }, 'replace')}
        />
      </Field>
      <Button look="filled" size="lg" wide onClick={onClose}>
        {total === null ? t('kit:list.close') : t(['count', 'kit:count'], { count: total })}
      </Button>
    </chakra.div>
  );
}
