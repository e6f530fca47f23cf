export { useField } from './settings/place.ts';
