export { RequestsPart } from './RequestsPart.tsx';
