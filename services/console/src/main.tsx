import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@svc/console/tokens.css';
import './styles/base.css';
import { App } from './app/app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
