//! Checked access to the tensors of a safetensors file.

use safetensors::{Dtype, SafeTensors};

use crate::EmbedError;

/// A safetensors file whose container is known to be whole.
pub(crate) struct Source<'data> {
    tensors: SafeTensors<'data>,
    metadata: Vec<(String, String)>,
}

impl<'data> Source<'data> {
    /// Reads the header and checks it against the length of the file.
    pub(crate) fn open(bytes: &'data [u8]) -> Result<Self, EmbedError> {
        let tensors = SafeTensors::deserialize(bytes).map_err(EmbedError::Container)?;
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(EmbedError::Container)?;
        let metadata = header.metadata().iter().flatten();
        let metadata = metadata
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        Ok(Self { tensors, metadata })
    }

    /// An entry of the file's own metadata.
    pub(crate) fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// A tensor of finite floats.
    pub(crate) fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let bytes = self.bytes(name, Dtype::F32, shape)?;
        let floats: Vec<f32> = bytes
            .as_chunks()
            .0
            .iter()
            .map(|b| f32::from_le_bytes(*b))
            .collect();
        if floats.iter().all(|value| value.is_finite()) {
            return Ok(floats);
        }
        Err(EmbedError::NotFinite {
            name: name.to_owned(),
        })
    }

    /// A tensor of signed bytes.
    pub(crate) fn integers(&self, name: &str, shape: &[usize]) -> Result<Vec<i8>, EmbedError> {
        Ok(self
            .bytes(name, Dtype::I8, shape)?
            .iter()
            .map(|byte| byte.cast_signed())
            .collect())
    }

    fn bytes(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&'data [u8], EmbedError> {
        let missing = |_| EmbedError::MissingTensor {
            name: name.to_owned(),
        };
        let tensor = self.tensors.tensor(name).map_err(missing)?;
        if tensor.dtype() == dtype && tensor.shape() == shape {
            return Ok(tensor.data());
        }
        Err(EmbedError::WrongTensor {
            name: name.to_owned(),
            expected: format!("{dtype:?} {shape:?}"),
            found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
        })
    }
}
