export {
  filterIn,
  type ListState,
  readListState,
  tabOf,
  usualSort,
  writeListState,
} from '@lobby/shared/kit/list-url.ts';
