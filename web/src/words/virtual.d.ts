declare module 'virtual:words' {
  type Loader = () => Promise<{ default: Record<string, unknown> }>
  /** By part of the catalogue and language. */
  export const loaders: Record<import('../../build/keys.ts').Part, Record<string, Loader>>
  /** What each language calls itself. */
  export const ownNames: Record<string, string>
}

declare module 'virtual:woods.css'
