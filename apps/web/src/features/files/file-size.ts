export { formatFileSize, formatSentSize } from '@portico/contract'
