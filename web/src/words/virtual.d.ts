declare module 'virtual:words' {
  type Loader = () => Promise<{ default: Record<string, unknown> }>
  /** By part of the catalogue and language. */
  export const loaders: Record<import('../../build/keys.ts').Part, Record<string, Loader>>
  /** The name of each language in that language. */
  export const ownNames: Record<string, string>
}

declare module 'virtual:woods.css'
